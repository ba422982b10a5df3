import { drawerMethod } from '#domain/invoices/paymentMethods.ts';
import { sql } from 'kysely';
import { expectedCash } from '#domain/drawers/cashDrawer.ts';
import { addDays, startOfDay, todayIn } from '#domain/shared/dates.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { closingReport, drawersRepo, reportWindow } from '#server/modules/drawers/index.ts';
import { postCashMovement, postCount, postOpening } from '#server/modules/ledger/index.ts';
import { userActor } from '#server/platform/http/actors.ts';
import { at, seeded } from './random.ts';
import { momentOn } from './time.ts';

const float = 150_00;
const openedAt = 5 * 60 + 45;
const closedAt = 21 * 60 + 5;
/** By how much each of the last days was over or short, in cents. */
const differences = [0, -50, 0, 25, 0, -500];

interface Place {
  id: string;
  company_id: string;
  timezone: string;
  name: string;
  user_id: string;
  user_name: string;
  /** The cash sale that is in no drawer. */
  missed: string | null;
}

/**
 * The cash drawers of the last days at each location of the demo, with the cash sales of those days, and an open one in
 * Phoenix. In Denver the last of these cash sales is missing from the drawer, which a reconciliation finds.
 */
export async function addDrawers(tx: Tx, now: Date): Promise<void> {
  const { rows: places } = await sql<Omit<Place, 'missed'>>`
    select distinct on (l.id) l.id, l.company_id, l.timezone, l.name, u.id as user_id, u.first_name || ' ' || u.last_name as user_name
      from locations l join company_admins a on a.company_id = l.company_id join users u on u.id = a.user_id
     order by l.id, a.created_at, u.id`.execute(tx);
  for (const found of places) {
    const place = {
      ...found,
      missed: found.name.includes('Denver')
        ? await lastCashSale(tx, found, startOfDay(found.timezone, todayIn(found.timezone, now)))
        : null,
    };
    const today = todayIn(place.timezone, now);
    const days = differences.map((_difference, index) => addDays(today, index - differences.length));
    for (const [index, day] of days.entries())
      await addDrawer(
        tx,
        place,
        index,
        momentOn(place.timezone, day, openedAt),
        momentOn(place.timezone, day, closedAt),
      );
    const thisMorning = momentOn(place.timezone, today, openedAt);
    if (place.name.includes('Phoenix') && thisMorning < now)
      await addDrawer(tx, place, days.length, thisMorning, null, now);
  }
}

async function lastCashSale(tx: Tx, { id }: Pick<Place, 'id'>, before: Date): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select p.id from payments p join invoices i on i.id = p.invoice_id
     where i.location_id = ${id} and p.method = ${drawerMethod} and p.status = 'completed' and p.amount_cents > 0 and p.created_at < ${before}
     order by p.created_at desc, p.id limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Before it is closed, everything but the float goes to the bank. */
async function addDrawer(
  tx: Tx,
  place: Place,
  index: number,
  from: Date,
  until: Date | null,
  end = until ?? from,
): Promise<void> {
  const random = seeded(`drawer ${index} of ${place.name}`);
  const id = random.id(from);
  const last = index === 0 ? null : float + at(differences, index - 1);
  await tx
    .insertInto('drawers')
    .values({
      id,
      company_id: place.company_id,
      location_id: place.id,
      number: index + 1,
      float_cents: float,
      last_counted_cents: last,
      opened_at: from,
      opened_by: place.user_id,
      opened_by_name: place.user_name,
    })
    .execute();
  const user = { userId: place.user_id, firstName: place.user_name, lastName: '' };
  const actor = { ...userActor(user, null), name: place.user_name };
  const drawer = { id, company_id: place.company_id, location_id: place.id };
  await postOpening(tx, { ...drawer, float_cents: float, last_counted_cents: last }, { at: from, actor });
  await sql`
    insert into drawer_movements (id, company_id, drawer_id, type, amount_cents, payment_id, created_at)
    select p.id, p.company_id, ${id}, 'sale', p.amount_cents, p.id, p.created_at
      from payments p join invoices i on i.id = p.invoice_id
     where i.location_id = ${place.id} and p.method = ${drawerMethod} and p.status = 'completed' and p.amount_cents > 0
       and p.created_at >= ${from} and p.created_at < ${end} and p.id is distinct from ${place.missed}`.execute(tx);
  if (!until) return;
  const row = await drawersRepo(tx).one(id);
  if (!row) return;
  const taken = row.sums.cashSales;
  if (taken > 0) {
    const deposit = {
      id: random.id(until),
      company_id: place.company_id,
      drawer_id: id,
      type: 'out' as const,
      amount_cents: taken,
      payment_id: null,
    };
    const by = {
      reason: 'Deposit at the bank',
      moved_by: place.user_id,
      moved_by_name: place.user_name,
      created_at: until,
    };
    await tx
      .insertInto('drawer_movements')
      .values({ ...deposit, ...by })
      .execute();
    await postCashMovement(tx, drawer, -taken, { at: until, actor });
  }
  const difference = at(differences, index);
  await postCount(tx, drawer, difference, { at: until, actor });
  const report = await closingReport(tx, await reportWindow(tx, row, until));
  const sums = { cashSales: taken, cashRefunds: 0, cashIn: 0, cashOut: taken };
  await tx
    .updateTable('drawers')
    .set({
      cash_sales_cents: sums.cashSales,
      cash_refunds_cents: sums.cashRefunds,
      cash_in_cents: sums.cashIn,
      cash_out_cents: sums.cashOut,
      counted_cents: expectedCash({ float, ...sums }) + difference,
      report: JSON.stringify(report),
      note: difference === 0 ? null : 'Counted twice',
      closed_at: until,
      closed_by: place.user_id,
      closed_by_name: place.user_name,
    })
    .where('id', '=', id)
    .execute();
}
