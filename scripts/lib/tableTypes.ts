import type { Client } from 'pg';

/** The TypeScript types of columns that PostgreSQL does not know them for: JSON, and text without a check. */
const overrides: Record<string, string> = {
  'activity.changes': 'ActivityChange[]',
  'activity.record_type': 'RecordType',
  ...Object.fromEntries(
    ['memberships', 'payments', 'receipts', 'checkins', 'emails', 'checklist', 'accounting', 'security', 'privacy'].map(
      (group) => [`company_settings.${group}`, `Partial<CompanySettings['${group}']>`],
    ),
  ),
  'company_users.status': 'UserStatus',
  'contact_memberships.membership_type': 'PlanType',
  'contact_memberships.billing_frequency': 'BillingFrequency',
  'contact_memberships.planned_type': 'PlanType',
  'contact_memberships.planned_billing_frequency': "Exclude<BillingFrequency, 'one_time'>",
  'contact_memberships.cancel_reason': 'CancellationReason',
  'drawers.counts': 'CashCounts',
  'drawers.report': 'DrawerReport',
  'emails.kind': 'EmailKind',
  'invoices.metadata': 'InvoiceMetadata',
  'parked_sales.cart': 'ParkedCart',
  'reconciliation_discrepancies.kind': 'DiscrepancyKind',
  'refunds.lines': 'RefundedLine[]',
  'refunds.parts': 'RefundPart[]',
  'signatures.ticks': 'Tick[]',
};

const imports = `
import type { ActivityChange, RecordType } from '#domain/activity/contract.ts';
import type { CompanySettings } from '#domain/settings/companySettings.ts';
import type { CancellationReason } from '#domain/contact-memberships/cancellation.ts';
import type { CashCounts, DrawerReport } from '#domain/drawers/cashDrawer.ts';
import type { EmailKind } from '#domain/member-emails/emailKinds.ts';
import type { BillingFrequency, PlanType } from '#domain/memberships/membershipPlan.ts';
import type { DiscrepancyKind } from '#domain/reconciliations/reconciliation.ts';
import type { Tick } from '#domain/signatures/contract.ts';
import type { UserStatus } from '#domain/users/users.ts';
import type { InvoiceMetadata, ParkedCart, RefundedLine, RefundPart } from './jsonColumns.ts';
`;

/** Columns that only the database uses. */
const hidden = ['search_text'];

interface Column {
  table: string;
  name: string;
  type: string;
  is_nullable: boolean;
  has_default: boolean;
  is_generated: boolean;
  /** The values that a check allows, if it is one of a list. */
  values: string | null;
}

const catalog = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as is_nullable,
         a.atthasdef and a.attgenerated = '' as has_default, a.attgenerated <> '' as is_generated,
         (select pg_get_constraintdef(k.oid) from pg_constraint k
           where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
             and pg_get_constraintdef(k.oid) ~ ('^CHECK \\(\\(' || quote_ident(a.attname) || ' = (ANY \\(ARRAY\\[.*\\]\\)|''[^'']*''::text)\\)\\)( NOT VALID)?$')) as values
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('migrations', 'migrations_lock')
     and a.attname <> all ($1)
   order by c.relname collate "C", a.attnum`;

/** The source of `server/platform/database/schema.ts` for a migrated database: a type for each table, and the names of its columns. */
export async function tableTypes(client: Client): Promise<string> {
  const { rows } = await client.query<Column>(catalog, [hidden]);
  const names = [...new Set(rows.map(({ table }) => table))];
  const tables = names.map((name) => ({
    name,
    type: typeName(name),
    columns: rows.filter(({ table }) => table === name),
  }));
  return `// Written by \`npm run db:types\` from the migrated database. Do not edit.
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';${imports}
/** A \`date\` is a \`YYYY-MM-DD\` string, a moment a Date, a numeric a string. */
export interface Tables {
${tables.map(({ name, type }) => `  ${name}: ${type}Table;`).join('\n')}
}

${tables.map(({ type, columns }) => `export interface ${type}Table {\n${columns.map((column) => `  ${column.name}: ${columnType(column)};`).join('\n')}\n}\nexport type ${type}Row = Selectable<${type}Table>;`).join('\n\n')}

/**
 * The columns of each table. A prepared \`select *\` fails on every connection once a migration adds a column, so queries
 * name their columns.
 */
export const columns = {
${tables.map(({ name, columns }) => list(name, columns)).join('\n')}
} as const;

/** The same with an alias in front, for joins: \`listColumns('locations', 'l')\` gives \`l.id\` and so on. */
export const listColumns = <T extends keyof Tables, A extends string>(table: T, alias: A) =>
  columns[table].map((column) => \`\${alias}.\${column}\`) as \`\${A}.\${(typeof columns)[T][number]}\`[];
`;
}

/** `membership_sales_items` as MembershipSalesItem. */
function typeName(table: string): string {
  const singular = table.replace(/(?<!setting)(?:ies|(?<!s)s)$/, (end) => (end === 'ies' ? 'y' : ''));
  return singular.replace(/(?:^|_)(\w)/g, (_start, letter: string) => letter.toUpperCase());
}

const scalars: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  date: 'string',
  boolean: 'boolean',
  integer: 'number',
  smallint: 'number',
  real: 'number',
  bigint: 'number',
  bytea: 'Buffer',
  'timestamp with time zone': 'Date',
};

function columnType({ table, name, type, is_nullable, has_default, is_generated, values }: Column): string {
  const given = overrides[`${table}.${name}`];
  const orNull = is_nullable ? ' | null' : '';
  const orUndefined = has_default || is_nullable ? ' | undefined' : '';
  if (type === 'json' || type === 'jsonb') {
    return `ColumnType<${given ?? '{ [key: string]: unknown }'}${orNull}, string${orNull}${orUndefined}, string${orNull}>`;
  }
  if (type === 'numeric')
    return `ColumnType<string${orNull}, string | number${orNull}${orUndefined}, string | number${orNull}>`;
  const [, element = type, array = ''] = /^(.*?)(\[\])?$/.exec(type) ?? [];
  const scalar = given ?? literals(values) ?? scalars[element];
  if (scalar === undefined)
    throw new Error(`${table}.${name} has the type ${type}: add it to scripts/lib/tableTypes.ts`);
  const full = `${scalar}${array}${orNull}`;
  if (is_generated) return `GeneratedAlways<${full}>`;
  return has_default ? `Generated<${full}>` : full;
}

/** `CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text])))` as `'open' | 'paid'`. */
const literals = (check: string | null) => check?.match(/'[^']*'(?=::text)/g)?.join(' | ');

const width = 140;

function list(table: string, all: readonly Column[]): string {
  const short = `  ${table}: [${all.map(({ name }) => `'${name}'`).join(', ')}],`;
  if (short.length <= width) return short;
  const lines = [''];
  for (const { name } of all) {
    const next = `'${name}',`;
    if ((lines.at(-1) ?? '').length + next.length + 5 > width) lines.push('');
    lines[lines.length - 1] = [lines.at(-1), next].filter(Boolean).join(' ');
  }
  return `  ${table}: [\n${lines.map((line) => `    ${line}`).join('\n')}\n  ],`;
}
