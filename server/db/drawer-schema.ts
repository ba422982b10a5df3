import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { CashCounts, DrawerReport } from '#domain/rules/cashDrawer.ts';

/** The columns after `opened_by_name` are null until the drawer is closed, and never change after that. */
export interface DrawerTable {
  id: string;
  company_id: string;
  location_id: string;
  number: number;
  float_cents: number;
  last_counted_cents: number | null;
  opened_at: Date;
  opened_by: string;
  opened_by_name: string;
  cash_sales_cents: Generated<number | null>;
  cash_refunds_cents: Generated<number | null>;
  cash_in_cents: Generated<number | null>;
  cash_out_cents: Generated<number | null>;
  counted_cents: Generated<number | null>;
  counts: JSONColumnType<CashCounts, string | null | undefined, string | null> | null;
  note: Generated<string | null>;
  report: JSONColumnType<DrawerReport, string | null | undefined, string | null> | null;
  closed_at: Generated<Date | null>;
  closed_by: Generated<string | null>;
  closed_by_name: Generated<string | null>;
}

/** Cash of a payment, or cash moved in or out for another reason. Never changed. */
export interface DrawerMovementTable {
  id: string;
  company_id: string;
  drawer_id: string;
  type: 'sale' | 'refund' | 'in' | 'out';
  amount_cents: number;
  payment_id: string | null;
  reason: string | null;
  moved_by: string | null;
  moved_by_name: string | null;
  created_at: Date;
}

/** A record that the report of a closed drawer counted, and no other report counts. Never changed. */
export interface DrawerReportRecordTable {
  kind: 'payment' | 'sale' | 'void';
  /** Of a payment, or of an invoice that was sold or voided. */
  record_id: string;
  company_id: string;
  drawer_id: string;
}

/** A Z report that waits to be mailed. */
export interface DrawerMailTable {
  company_id: string;
  drawer_id: string;
  user_id: string;
  due_at: Date;
  attempts: Generated<number>;
}

export type DrawerRow = Selectable<DrawerTable>;
