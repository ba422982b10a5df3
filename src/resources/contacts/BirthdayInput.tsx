import { DateInput, useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { shortDate } from '#domain/rules/dateText.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';

/** On edit an empty date of birth is not sent, so the one that is known stays; the input says so. */
export const BirthdayInput = () => {
  const known = useRecordContext<ContactRecord>()?.dateOfBirth;
  const typed: unknown = useWatch({ name: 'dateOfBirth' });
  const helperText = known && !typed ? `Left empty, it stays ${shortDate(known, 'UTC')}.` : undefined;
  return <DateInput source="dateOfBirth" label="Date of Birth" {...(helperText && { helperText })} />;
};
