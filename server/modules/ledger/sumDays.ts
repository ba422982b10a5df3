import { sql } from 'kysely';
import type { AppContext } from '#server/platform/context.ts';
import { sumFinishedDays } from '#server/platform/jobs/finishedDays.ts';

export const sumLedgerDays = (context: Pick<AppContext, 'database' | 'clock'>): Promise<void> =>
  sumFinishedDays(
    context,
    'ledger',
    (companyId, after, through) => sql`
      with outdated as (delete from ledger_day_sums where company_id = ${companyId} and business_day > ${after})
      insert into ledger_day_sums (company_id, location_id, business_day, account, kind, line, category, item_id, plan_id, name, tax_rate, method, staff_id, cents)
      select e.company_id, e.location_id, e.business_day, e.account, e.kind, l.line, e.category, e.item_id, e.plan_id, e.name, e.tax_rate, e.method, e.staff_id, sum(e.cents)
        from ledger_entries e
       cross join lateral (select case when e.line is not null then 0 end as line) as l
       where e.company_id = ${companyId} and e.business_day > ${after} and e.business_day <= ${through}
       group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13`,
  );
