import { subMinutes } from 'date-fns';
import { chunk, maxBy } from 'es-toolkit';
import { sql } from 'kysely';
import { expectedCash } from '#domain/drawers/cashDrawer.ts';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { readClosingReport, drawersRepo, reportWindow } from '#server/modules/drawers/index.ts';
import { post, postCashMovement, postCount, postOpening, type Posting } from '#server/modules/ledger/index.ts';
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
}

/**
 * The cash drawers of the last days at each location of the demo, with the cash sales of those days, and an open one in
 * Phoenix. In Denver the last of these cash sales is missing from the drawer, which a reconciliation finds.
 */
export async function addDrawers(tx: Tx, now: Date, cash: readonly Posting[]): Promise<void> {
  const { rows: places } = await sql<Place>`
    select distinct on (l.id) l.id, l.company_id, l.timezone, l.name, u.id as user_id, u.first_name || ' ' || u.last_name as user_name
      from locations l join company_admins a on a.company_id = l.company_id join users u on u.id = a.user_id
     order by l.id, a.created_at, u.id`.execute(tx);
  const drawers = places.flatMap((place) => planDrawers(place, now, cash));
  const inDrawers = new Set(drawers.flatMap((drawer) => drawer.cash));
  for (const some of chunk(
    cash.filter((posting) => !inDrawers.has(posting)),
    500,
  ))
    await post(tx, ...some);
  for (const drawer of drawers) await addDrawer(tx, drawer);
}

interface PlannedDrawer {
  readonly place: Place;
  readonly index: number;
  readonly from: Date;
  /** Null while it is open. */
  readonly until: Date | null;
  readonly cash: readonly Posting[];
}

function planDrawers(place: Place, now: Date, cash: readonly Posting[]): PlannedDrawer[] {
  const today = todayIn(place.timezone, now);
  const days = [...differences.map((_difference, index) => addDays(today, index - differences.length)), today];
  // A sale of the minutes before midnight was made with no drawer open, and is no difference.
  const closing = momentOn(place.timezone, addDays(today, -1), closedAt);
  const own = cash.filter(({ locationId }) => locationId === place.id);
  const missed = place.name.includes('Denver')
    ? maxBy(
        own.filter(({ at: paidAt }) => paidAt < closing),
        ({ at: paidAt }) => paidAt.getTime(),
      )
    : undefined;
  return days.flatMap((day, index) => {
    const from = momentOn(place.timezone, day, openedAt);
    const until = day === today ? null : momentOn(place.timezone, day, closedAt);
    if (!until && !(place.name.includes('Phoenix') && from < now)) return [];
    const taken = own.filter((posting) => posting !== missed && posting.at >= from && posting.at < (until ?? now));
    return [{ place, index, from, until, cash: taken }];
  });
}

/** Before it is closed, everything but the float goes to the bank. */
async function addDrawer(tx: Tx, { place, index, from, until, cash }: PlannedDrawer): Promise<void> {
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
  await postOpening(tx, { ...drawer, float_cents: float, last_counted_cents: last }, { now: from, actor });
  await post(tx, ...cash.map((posting) => ({ ...posting, drawerId: id })));
  if (!until) return;
  const row = await drawersRepo(tx).one(id);
  if (!row) return;
  const taken = row.sums.cashSales;
  if (taken > 0) {
    const deposited = subMinutes(until, 5);
    const deposit = {
      id: random.id(deposited),
      company_id: place.company_id,
      drawer_id: id,
      type: 'out' as const,
      amount_cents: taken,
      reason: 'Deposit at the bank',
      moved_by: place.user_id,
      moved_by_name: place.user_name,
      created_at: deposited,
    };
    await tx.insertInto('drawer_movements').values(deposit).execute();
    await postCashMovement(tx, drawer, -taken, { now: deposited, actor });
  }
  const difference = at(differences, index);
  await postCount(tx, drawer, difference, { now: until, actor });
  const report = await readClosingReport(tx, await reportWindow(tx, row, until));
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
