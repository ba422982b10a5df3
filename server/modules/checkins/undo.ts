import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import { giveBackPackVisit } from '#server/modules/contact-memberships/index.ts';
import { todayIn } from '#domain/shared/dates.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { conflict, notFound } from '#server/platform/http/problem.ts';
import { checkinsRepo } from './repo.ts';

const what = 'Check-in';

/** Deletes it on the day of the visit. The visit of a pack is given back. */
export async function undoCheckin(tx: Tx, scope: AccessScope, id: string, now: Date): Promise<void> {
  const repo = checkinsRepo(tx);
  const row = requireAccess(scope, await repo.one(id), what);
  if (!row.access_granted) throw conflict('Only a granted check-in can be undone');
  if (todayIn(row.timezone, row.checkin_time) !== todayIn(row.timezone, now))
    throw conflict('A check-in can be undone on the same day only');
  const visits = await giveBackPackVisit(tx, id);
  if (!(await repo.remove(id))) throw notFound(what);
  await logActivity(tx, scope.actor, {
    companyId: row.company_id,
    action: 'checkin.undone',
    recordId: id,
    label: row.contact_name,
    locationId: row.location_id,
    changes: [
      ...changesBetween({ doorId: row.door_name }, null),
      ...(visits ? changesBetween({ visitsLeft: visits.before }, { visitsLeft: visits.after }) : []),
    ],
  });
}
