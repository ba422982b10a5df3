import { capitalize } from '#domain/shared/capitalize.ts';
import type { ActivityChange, ActivityEntry, RecordType } from './contract.ts';
import type { CsvColumn } from '#domain/shared/csv.ts';
import { dateTimeText, dayText, shortDate, sortableTime } from '#domain/shared/dateText.ts';
import { dayIn, isCalendarDate } from '#domain/shared/dates.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { displayPhone } from '#domain/shared/phone.ts';
import { numberFormats, type NumberFormat } from './numberFormats.ts';
import { findSentence } from './sentences.ts';
import { percentLabel } from '#domain/shared/percent.ts';

export const recordTypeLabels: Record<RecordType, string> = {
  contact: 'Contact',
  'contact-membership': 'Contact’s membership',
  household: 'Household',
  membership: 'Membership plan',
  'sales-item': 'Sales item',
  agreement: 'Agreement',
  invoice: 'Invoice',
  drawer: 'Cash drawer',
  reconciliation: 'Reconciliation',
  location: 'Location',
  company: 'Company',
  user: 'User',
  checkin: 'Check-in',
  door: 'Door',
  device: 'Device',
  'webhook-endpoint': 'Webhook',
  'api-key': 'API key',
};

const fieldLabels: Record<string, string> = {
  zipCode: 'ZIP code',
  dateOfBirth: 'date of birth',
  contractLengthMonths: 'contract length in months',
  accessDurationDays: 'days of access',
  pdfFileName: 'PDF',
  versionNumber: 'version',
  salesItem: 'item',
  timezone: 'time zone',
  stripePublishableKey: 'Stripe publishable key',
  stripeSecretKey: 'Stripe secret key',
};

/** `homeLocationId` as 'home location', `isActive` as 'active', `salesTaxRate` as 'sales tax rate'. */
export const fieldLabel = (field: string): string =>
  fieldLabels[field] ??
  field
    .replace(/^is(?=[A-Z])/, '')
    .replace(/Id$/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();

interface Context {
  readonly zone: string;
  readonly locationName?: (id: string) => string | undefined;
}

const formats: Readonly<Record<string, NumberFormat>> = numberFormats;
const numberTexts: Record<NumberFormat, (value: number) => string> = {
  money: formatMoney,
  percent: percentLabel,
  plain: String,
};

const codes =
  /^(status|type|billingFrequency|paymentMethod|role|accessLevel|method|destination|renewsBy|renewalStopped|cancelReason|validFrom)$/;
const switches = /^(autoRenew|accessEnabled)$/;

function valueText(field: string, value: ActivityChange['before'], { zone, locationName }: Context): string {
  if (value === null) return 'nothing';
  if (typeof value === 'boolean') return switches.test(field) ? onOrOff(value) : value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join(', ') || 'nothing';
  if (typeof value === 'number') return numberTexts[formats[field] ?? 'plain'](value);
  if (/locationId$/i.test(field)) return locationName?.(value) ?? 'another location';
  if (/phone$/i.test(field)) return displayPhone(value);
  if (codes.test(field)) return value.replaceAll('_', ' ');
  if (isCalendarDate(value)) return shortDate(value, zone);
  return /^\d{4}-\d{2}-\d{2}T/.test(value) ? dateTimeText(value, zone) : value;
}

const onOrOff = (isOn: boolean) => (isOn ? 'on' : 'off');

/** Ids and stored objects say nothing to a reader. */
const isReadable = (field: string, value: ActivityChange['before']): boolean =>
  /locationId$/i.test(field) || !/[{[]|^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(String(value));

/** One change in words: 'Changed price from $49.00 to $59.00'. */
export function changeText({ field, before, after }: ActivityChange, context: Context): string {
  const label = fieldLabel(field);
  const text = (value: ActivityChange['before']) => valueText(field, value, context);
  if (before === null && after === null) return `Changed ${label}`;
  if (!isReadable(field, before) || !isReadable(field, after)) return `Changed ${label}`;
  if (JSON.stringify(before) === JSON.stringify(after)) return `${capitalize(label)}: ${text(after)}`;
  if (before === null) return `Set ${label} to ${text(after)}`;
  if (after === null) return `Removed ${label} ${text(before)}`;
  return `Changed ${label} from ${text(before)} to ${text(after)}`;
}

/**
 * An entry in words: a sentence, and below it the changes that it does not tell. A record that was created or deleted is named,
 * not described.
 */
export function describeEntry(
  { action, at, record, changes }: Pick<ActivityEntry, 'action' | 'at' | 'record' | 'changes'>,
  context: Context,
): { sentence: string; details: string[] } {
  const today = dayIn(context.zone, new Date(at));
  const told = new Set<string>();
  const say = (lead: string, field: string): string => {
    const change = changes.find((one) => one.field === field);
    const value = change?.after ?? change?.before ?? null;
    if (value === null || !isReadable(field, value)) return '';
    told.add(field);
    const isDay = typeof value === 'string' && isCalendarDate(value);
    return lead + (isDay ? dayText(value, today) : valueText(field, value, context));
  };
  const has = (field: string) => changes.some((one) => one.field === field && one.after !== null);
  const sentence = findSentence(action)(record.label, say, has);
  const isNamed = /\.(created|deleted|imported)$/.test(action);
  const details = isNamed ? [] : changes.filter(({ field }) => !told.has(field));
  return { sentence, details: details.map((change) => changeText(change, context)) };
}

export const activityCsv = (zone: string): readonly CsvColumn<ActivityEntry>[] => [
  { label: `Time (${zone})`, value: ({ at }) => sortableTime(at, zone) },
  { label: 'Who', value: ({ actor }) => actor.name },
  { label: 'Action', value: (entry) => describeEntry(entry, { zone }).sentence },
  { label: 'Kind', value: ({ record }) => recordTypeLabels[record.type] },
  { label: 'Record', value: ({ record }) => record.label },
  { label: 'Changes', value: (entry) => describeEntry(entry, { zone }).details.join('; ') },
  { label: 'Record ID', value: ({ record }) => record.id },
  { label: 'Location ID', value: ({ locationId }) => locationId },
  { label: 'Who ID', value: ({ actor }) => actor.id },
  { label: 'Request ID', value: ({ requestId }) => requestId },
];
