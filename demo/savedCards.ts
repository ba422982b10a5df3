import { addMonths } from '#domain/shared/dates.ts';
import { lastDayOfCard } from '#domain/stripe/savedCard.ts';
import { seeded } from './random.ts';
import type { Demo } from './rows.ts';

const kinds = [
  { brand: 'visa', last_digits: '4242' },
  { brand: 'mastercard', last_digits: '4444' },
  { brand: 'american_express', last_digits: '0005' },
];

/** The cards of the members who renew by card. In each company the first one to be charged has expired. */
export function seedSavedCards({ rows, people, now }: Demo): void {
  const members = new Map(people.map((person) => [person.id, person]));
  const renewing = rows.contact_memberships
    .filter((row) => row.auto_renew && row.renews_by !== 'manual' && row.end_date)
    .toSorted((a, b) => String(a.end_date).localeCompare(String(b.end_date)));
  const charged = new Set<string>();
  const companies = new Set<string>();
  for (const { contact_id, end_date } of renewing) {
    const person = members.get(String(contact_id));
    if (!person || person.payer || charged.has(person.id)) continue;
    charged.add(person.id);
    const { companyId, today } = person.home;
    const isFirst = !companies.has(companyId) && String(end_date) > today;
    if (isFirst) companies.add(companyId);
    const random = seeded(`card of ${person.email}`);
    const of = { company_id: companyId, contact_id: person.id };
    const card = `${random.id(person.since).replaceAll('-', '').slice(-14)}`;
    const [year = 0, month = 0] = addMonths(today, isFirst ? -1 : random.int(3, 44))
      .split('-')
      .map(Number);
    rows.stripe_customers.push({
      ...of,
      customer_id: `cus_${card}`,
      payment_method_id: `pm_${card}`,
      created_at: person.since,
    });
    rows.saved_cards.push({
      ...of,
      payment_method_id: `pm_${card}`,
      ...random.pick(kinds),
      last_day: lastDayOfCard(year, month),
      read_at: now,
    });
  }
}
