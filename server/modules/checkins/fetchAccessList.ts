import { createHash, createSecretKey } from 'node:crypto';
import { addHours } from 'date-fns';
import type { AccessList } from '#domain/checkins/deviceContract.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { devicesRepo, readListKey, signList } from '#server/modules/devices/index.ts';
import { companySettings } from '#server/modules/settings/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { AccessibleLocation, DeviceOfRequest } from '#server/platform/http/accessScope.ts';
import { notFound, raise } from '#server/platform/http/problem.ts';
import { accessEntries } from './accessEntries.ts';
import { codesAndTerms } from './accessListRepo.ts';

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
    const { checkins } = await companySettings(tx, companyId);
    const expiresAt = addHours(now, row.list_hours);
    const memberships = await codesAndTerms(tx, companyId, todayIn(timezone, now));
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
