import { ofCompany } from './policies.ts';

/** Cash that was taken beside a card payment. It is booked when the card is charged, and goes when the payment is given up. */
export const plannedCash = /* sql */ `
create table planned_cash (
  invoice_id uuid primary key references awaited_payments on delete cascade,
  company_id uuid not null references companies on delete cascade,
  amount_cents integer not null check (amount_cents > 0),
  tendered_cents integer check (tendered_cents >= amount_cents),
  -- That was open when it was taken; null when none was.
  drawer_id uuid,
  -- Who took it.
  actor_type text not null check (actor_type in ('user', 'job', 'stripe', 'operator', 'device', 'api_key')),
  actor_id uuid,
  actor_name text not null,
  request_id text,
  foreign key (company_id, drawer_id) references drawers (company_id, id) on delete cascade
);
${ofCompany('planned_cash')}
`;
