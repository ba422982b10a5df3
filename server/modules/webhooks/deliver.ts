import { setTimeout as sleep } from 'node:timers/promises';
import { addMilliseconds, subHours } from 'date-fns';
import { sql } from 'kysely';
import { failingHoursMax, nextAttempt, retryAfterMs } from '#domain/webhooks/attempts.ts';
import { toEvent } from '#server/modules/events/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { EventRow, WebhookEndpointRow } from '#server/platform/database/schema.ts';
import { post, timeoutMs, type Answer } from './post.ts';
import { webhooksRepo } from './repo.ts';
import { secretsOf } from './service.ts';
import { signedHeaders } from './signature.ts';

type Parts = Pick<AppContext, 'database' | 'clock'> & {
  readonly config: Pick<AppContext['config'], 'appSecret' | 'webhookAllowedHosts'>;
};

/** Deliveries to one endpoint at a time. */
const lanes = 4;
/** A run of the job lasts no longer: what it started goes on, and the next run starts what is due elsewhere meanwhile. */
const longestRunMs = 1_000;
/** After this a delivery is sent again, if the process that was sending it was killed. */
const leaseMs = timeoutMs + 10_000;

/** Endpoints that this process is sending to. */
const busy = new Set<string>();

/** Each endpoint on its own, so that one that hangs delays no other. Several processes may run it at once. */
export async function deliverWebhooks(parts: Parts, stopping: AbortSignal): Promise<void> {
  const { rows } = await parts.database.acrossCompanies((tx) =>
    sql<{ id: string; company_id: string }>`
      select w.id, w.company_id
        from webhook_endpoints w join companies o on o.id = w.company_id and o.archived_at is null
       where w.disabled_at is null and exists (
         select from webhook_deliveries d where d.endpoint_id = w.id and d.state = 'pending' and d.due_at <= ${parts.clock()})`.execute(
      tx,
    ),
  );
  const started = rows.filter(({ id }) => !busy.has(id)).map((endpoint) => sendAll(parts, endpoint, stopping));
  await Promise.race([Promise.all(started), sleep(longestRunMs, undefined, { ref: false })]);
}

interface Endpoint {
  readonly id: string;
  readonly company_id: string;
}

/** Until nothing is due. Only the database can fail here, and then the next run of the job says so. */
async function sendAll(parts: Parts, endpoint: Endpoint, stopping: AbortSignal): Promise<void> {
  busy.add(endpoint.id);
  await Promise.allSettled(Array.from({ length: lanes }, () => sendInTurn(parts, endpoint, stopping)));
  busy.delete(endpoint.id);
}

/** One after the other: what became of a delivery is written together with the claim of the next. */
async function sendInTurn({ database, clock, config }: Parts, { id, company_id }: Endpoint, stopping: AbortSignal) {
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => database.scoped([company_id], work);
  let claimed = await inCompany((tx) => claim(tx, id, clock()));
  while (claimed && !stopping.aborted) {
    const { delivery, endpoint } = claimed;
    const outcome = await send(delivery, endpoint, { config, now: clock(), stopping });
    // Whether it arrived is not known: it is sent again.
    if (stopping.aborted) return;
    claimed = await inCompany(async (tx) => {
      await settle(tx, endpoint.id, delivery, outcome, clock());
      return claim(tx, id, clock());
    });
  }
}

interface Sending {
  readonly config: Parts['config'];
  readonly now: Date;
  readonly stopping: AbortSignal;
}

async function send(
  delivery: Delivery,
  endpoint: WebhookEndpointRow,
  { config, now, stopping }: Sending,
): Promise<Outcome> {
  const { event_id: id } = delivery;
  const body = JSON.stringify(toEvent({ ...delivery, id, company_id: endpoint.company_id }));
  const began = performance.now();
  const answer = await post({
    url: endpoint.url,
    headers: signedHeaders(secretsOf(endpoint, config.appSecret, now), { id, at: now, body }),
    body,
    allowed: config.webhookAllowedHosts ?? [],
    signal: stopping,
  }).catch((error: unknown) => ({ status: null, text: toReason(error), retryAfter: undefined }));
  return { ...answer, milliseconds: Math.round(performance.now() - began) };
}

type Delivery = Pick<EventRow, 'type' | 'at' | 'location_id' | 'data'> & {
  readonly event_id: string;
  readonly attempts: number;
};

/**
 * The first that is due, for as long as it may take to send. Later events of a record wait until the earlier one is delivered or given
 * up. With `not exists` in place of the subquery, PostgreSQL reads everything that waits for each row, as long as it has no statistics.
 */
async function claim(
  tx: Tx,
  endpointId: string,
  now: Date,
): Promise<{ delivery: Delivery; endpoint: WebhookEndpointRow } | undefined> {
  const endpoint = await webhooksRepo(tx).one(endpointId);
  if (!endpoint || endpoint.disabled_at) return undefined;
  const { rows } = await sql<Delivery>`
    update webhook_deliveries d
       set due_at = ${addMilliseconds(now, leaseMs)}, attempts = d.attempts + 1, attempted_at = ${now}
      from events e
     where d.endpoint_id = ${endpointId} and e.company_id = d.company_id and e.id = d.event_id and d.event_id = (
       select c.event_id from webhook_deliveries c
        where c.endpoint_id = ${endpointId} and c.state = 'pending' and c.due_at <= ${now} and (
          select f.number from webhook_deliveries f
           where f.endpoint_id = c.endpoint_id and f.record_id = c.record_id and f.state = 'pending' and f.number < c.number
           limit 1) is null
        order by c.due_at, c.number
        limit 1 for update skip locked)
    returning d.event_id, d.attempts, e.type, e.at, e.location_id, e.data`.execute(tx);
  const [delivery] = rows;
  return delivery && { delivery, endpoint };
}

type Outcome = Omit<Answer, 'status'> & { readonly status: number | null; readonly milliseconds: number };

const gone = 410;

async function settle(
  tx: Tx,
  id: string,
  { event_id, attempts }: Delivery,
  { status, text, retryAfter, milliseconds }: Outcome,
  now: Date,
): Promise<void> {
  const isDelivered = status !== null && status >= 200 && status < 300;
  const next =
    isDelivered || status === gone
      ? undefined
      : nextAttempt({ attempts, askedMs: retryAfterMs(retryAfter, now) }, now, Math.random());
  await tx
    .updateTable('webhook_deliveries')
    .set({
      state: isDelivered ? 'delivered' : next ? 'pending' : 'failed',
      due_at: next ?? null,
      status,
      milliseconds,
      answer: text,
    })
    .where('endpoint_id', '=', id)
    .where('event_id', '=', event_id)
    // Unless it was sent again since, after its lease or by a press.
    .where('state', '=', 'pending')
    .where('attempts', '=', attempts)
    .execute();
  if (isDelivered) {
    await tx
      .updateTable('webhook_endpoints')
      .set({ failing_since: null })
      .where('id', '=', id)
      .where('failing_since', 'is not', null)
      .execute();
    return;
  }
  const endpoint = await webhooksRepo(tx).one(id);
  if (!endpoint) return;
  const { failing_since } = endpoint;
  const isFailing = failing_since !== null && failing_since <= subHours(now, failingHoursMax);
  if (status === gone || isFailing) await disable(tx, id, status === gone ? 'gone' : 'failing', now);
  else if (!failing_since)
    await tx
      .updateTable('webhook_endpoints')
      .set({ failing_since: now })
      .where('id', '=', id)
      .where('failing_since', 'is', null)
      .execute();
}

async function disable(tx: Tx, id: string, reason: 'gone' | 'failing', now: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_endpoints')
    .set({ disabled_at: now, disabled_reason: reason, notice_due: true })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await webhooksRepo(tx).giveUpWaiting(id);
}

function toReason(error: unknown): string {
  if (!(error instanceof Error)) return 'No answer';
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return `No answer within ${timeoutMs / 1_000} seconds`;
  const [first = error] = error instanceof AggregateError ? (error.errors as Error[]) : [error];
  return first.message || 'No answer';
}
