/** For the cards that have expired by the next renewal, of a report. */
export const expiryIndex = [
  { name: 'saved_cards_last_day', on: 'saved_cards (company_id, last_day) where last_day is not null' },
];

/**
 * A night of renewals changes one contact in twenty, on nearly every page of the table. Reports that read an index of contacts then look
 * at each row as well, until the table is vacuumed. By default that is after one in five has changed.
 */
export const contactsVacuum = /* sql */ `
alter table contacts set (autovacuum_vacuum_scale_factor = 0.02);
`;
