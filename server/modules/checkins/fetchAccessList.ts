import { createHash, createSecretKey } from 'node:crypto';
import { addHours } from 'date-fns';
import { sql } from 'kysely';
import type { AccessList } from '#domain/checkins/deviceContract.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { freezesOfMembership, isNextPlanArchived } from '#server/modules/contact-memberships/index.ts';
import { devicesRepo, readListKey, signList } from '#server/modules/devices/index.ts';
import { readCompanySettings } from '#server/modules/settings/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AccessibleLocation, DeviceOfRequest } from '#server/platform/http/accessScope.ts';
import { notFound, raise } from '#server/platform/http/problem.ts';
import { accessEntries } from './accessEntries.ts';
import { heldColumns, hoursOfPlan, toHeldMembership } from './visitorsRepo.ts';

interface Asking {
  readonly device: DeviceOfRequest;
  readonly location: AccessibleLocation;
}

/** An unchanged list is issued anew this many times in its life. Until then its ETag stays. */
const issuesInLife = 12;

/** The list is signed when it is asked for: not when the device has it already. */
export async function fetchAccessList(context: AppContext, { device, location }: Asking, now: Date) {
  const { database, config } = context;
  const { id, companyId, timezone } = location;
  return database.scoped([companyId], async (tx) => {
    const row = (await devicesRepo(tx).one(device.id)) ?? raise(notFound('Device'));
    const { checkins } = await readCompanySettings(tx, companyId);
    const expiresAt = addHours(now, row.list_hours);
    const memberships = await readCodesAndTerms(tx, companyId, todayIn(timezone, now));
    const listKey = createSecretKey(readListKey(config.appSecret, row), 'base64');
    await devicesRepo(tx).update(device.id, { list_fetched_at: now });
    const content = {
      reentryMinutes: checkins.reentry === 'refuse' ? checkins.reentryMinutes : null,
      entries: accessEntries(memberships, { id, zone: timezone }, listKey, now, expiresAt),
    };
    const issue = Math.floor(now.getTime() / ((row.list_hours * 3_600_000) / issuesInLife));
    const etag = `W/"${toHash([issue, id, timezone, row.list_hours, content])}"`;
    const list: AccessList = {
      v: 1,
      locationId: id,
      timezone,
      issuedAt: now.toISOString(),
      expiresAt: expiresAt.toISOString(),
      ...content,
    };
    return {
      etag,
      response: async () => {
        const text = JSON.stringify(list);
        return { list: text, ...(await signList(context, text)) };
      },
    };
  });
}

const toHash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);

/** Every code of the company that works, with what its contact holds and has not ended by `today`. One statement. */
async function readCodesAndTerms(tx: Tx, companyId: string, today: string) {
  // All rows of a company: right after an import, old statistics would have PostgreSQL join them one by one, for minutes.
  await sql`set local enable_nestloop = off`.execute(tx);
  const rows = await tx
    .selectFrom('contact_codes as k')
    .innerJoin('contacts as c', 'c.id', 'k.contact_id')
    .innerJoin('contact_memberships as m', 'm.contact_id', 'c.id')
    .innerJoin('memberships as p', 'p.id', 'm.membership_id')
    .select(['k.code'])
    .select(heldColumns)
    .select(freezesOfMembership.as('freezes'))
    .select(isNextPlanArchived.as('is_next_plan_archived'))
    .select(hoursOfPlan.as('hours'))
    .select(
      sql<{ readonly until: string | null }[] | null>`(
        select jsonb_agg(jsonb_build_object('until', b.until_day)) from contact_blocks b
         where b.contact_id = c.id and (b.until_day is null or b.until_day >= ${today}::date))`.as('blocks'),
    )
    .where('k.company_id', '=', companyId)
    .where('k.ended_at', 'is', null)
    .where('c.archived_at', 'is', null)
    .where('m.granted_at', 'is not', null)
    .where('m.access_enabled', '=', true)
    .where(sql<boolean>`coalesce(c.member_through, 'infinity') >= ${today}::date - 1`)
    .orderBy('k.code')
    .orderBy('m.id')
    .execute();
  return rows.flatMap((row) => {
    const membership = toHeldMembership(row);
    return membership ? [{ code: row.code, membership, blocks: row.blocks ?? [] }] : [];
  });
}
