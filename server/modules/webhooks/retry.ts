import { subHours } from 'date-fns';
import { sql } from 'kysely';
import { failingHoursMax, nextAttempt, retryAfterMs } from '#domain/webhooks/attempts.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { WebhookEndpointRow } from '#server/platform/database/schema.ts';
import type { Delivery } from './claim.ts';
import type { Answer } from './post.ts';
import { webhooksRepo } from './repo.ts';

export type DeliveryOutcome = Omit<Answer, 'status'> & {
  /** Null when there was no answer. Then the text says why. */
  readonly status: number | null;
  readonly isDelivered: boolean;
  readonly milliseconds: number;
};

export interface Tried {
  readonly delivery: Delivery;
  readonly outcome: DeliveryOutcome;
}

const statusGone = 410;

/** Writes what became of deliveries, in the order in which they ended. False if the endpoint gets no more. */
export async function recordAndRetry(
  tx: Tx,
  endpoint: WebhookEndpointRow,
  ended: readonly Tried[],
  now: Date,
): Promise<boolean> {
  const isOpen = endpoint.disabled_at === null;
  const last = ended.at(-1)?.outcome;
  if (!last) return isOpen;
  await record(tx, endpoint.id, ended, now);
  if (!isOpen) return false;
  const outcomes = ended.map(({ outcome }) => outcome);
  if (outcomes.some(({ status }) => status === statusGone)) return disable(tx, endpoint.id, 'gone', now);
  const isAlive = outcomes.some(({ isDelivered }) => isDelivered);
  const { failing_since } = endpoint;
  if (!isAlive && failing_since !== null && failing_since <= subHours(now, failingHoursMax))
    return disable(tx, endpoint.id, 'failing', now);
  const failingSince = last.isDelivered ? null : isAlive ? now : (failing_since ?? now);
  if (failingSince !== failing_since) await webhooksRepo(tx).change(endpoint.id, { failing_since: failingSince });
  return true;
}

/** Leaves out what was sent again since, after its lease or by a press. */
async function record(tx: Tx, endpointId: string, ended: readonly Tried[], now: Date): Promise<void> {
  const results = ended.map(({ delivery: { event_id, attempts }, outcome }) => {
    const { isDelivered, status, milliseconds, text, retryAfter } = outcome;
    const next =
      isDelivered || status === statusGone
        ? undefined
        : nextAttempt({ attempts, askedMs: retryAfterMs(retryAfter, now) }, now, Math.random());
    const state = isDelivered ? 'delivered' : next ? 'pending' : 'failed';
    return { event_id, attempts, state, due_at: next, status, milliseconds, answer: text };
  });
  await sql`
    update webhook_deliveries d
       set state = r.state, due_at = r.due_at, status = r.status, milliseconds = r.milliseconds, answer = r.answer
      from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
             as r (event_id uuid, attempts integer, state text, due_at timestamptz, status integer, milliseconds integer, answer text)
     where d.endpoint_id = ${endpointId} and d.event_id = r.event_id and d.state = 'pending' and d.attempts = r.attempts`.execute(
    tx,
  );
}

/** Once. What still waits is given up. */
async function disable(tx: Tx, id: string, reason: 'gone' | 'failing', now: Date): Promise<false> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_endpoints')
    .set({ disabled_at: now, disabled_reason: reason, notice_due: true })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await webhooksRepo(tx).giveUpWaiting(id);
  return false;
}
