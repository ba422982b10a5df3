import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { toEvent } from '#server/modules/events/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { WebhookEndpointRow } from '#server/platform/database/schema.ts';
import { claim, type Delivery } from './claim.ts';
import { postWebhook, timeoutMs } from './post.ts';
import { webhooksRepo } from './repo.ts';
import { openSecrets } from './service.ts';
import { recordAndRetry, type DeliveryOutcome, type Tried } from './retry.ts';
import { signedHeaders } from './signature.ts';

type Context = Pick<AppContext, 'database' | 'clock'> & {
  readonly config: Pick<AppContext['config'], 'appSecret' | 'webhookAllowedHosts'>;
};

/** Deliveries to one endpoint at a time: few at first and whenever there is no answer, one more after each that arrives. */
const deliveriesAtOnce = { fewest: 4, most: 32 };
/** A run of the job lasts no longer: what it started goes on, and the next run starts what is due elsewhere meanwhile. */
const longestRunMs = 1_000;

/** Endpoints that this process is sending to. Calling one has it look for what became due since. */
const busy = new Map<string, () => void>();

/** Each endpoint on its own, so that one that hangs delays no other. Several processes may run it at once. */
export async function deliverWebhooks(context: Context, stopping: AbortSignal): Promise<void> {
  const { rows } = await context.database.acrossCompanies((tx) =>
    sql<{ id: string; company_id: string }>`
      select w.id, w.company_id
        from webhook_endpoints w join companies o on o.id = w.company_id and o.archived_at is null
       where w.disabled_at is null and exists (
         select from webhook_deliveries d where d.endpoint_id = w.id and d.state = 'pending' and d.due_at <= ${context.clock()})`.execute(
      tx,
    ),
  );
  for (const { id } of rows) busy.get(id)?.();
  const started = rows.filter(({ id }) => !busy.has(id)).map((endpoint) => sendAll(context, endpoint, stopping));
  await Promise.race([Promise.all(started), sleep(longestRunMs, undefined, { ref: false })]);
}

interface Endpoint {
  readonly id: string;
  readonly company_id: string;
}

/**
 * Runs until nothing is due. What became of the deliveries that have ended meanwhile is written together with the claim of the next
 * ones: the more end at a time, the fewer transactions each takes.
 */
async function sendAll(
  { database, clock, config }: Context,
  { id, company_id }: Endpoint,
  stopping: AbortSignal,
): Promise<void> {
  const tried: Tried[] = [];
  const sending = new Set<Delivery>();
  let width = deliveriesAtOnce.fewest;
  let wake = (): void => undefined;
  busy.set(id, () => wake());

  const start = async (delivery: Delivery, endpoint: WebhookEndpointRow) => {
    sending.add(delivery);
    const outcome = await send(delivery, endpoint, { config, now: clock(), stopping });
    sending.delete(delivery);
    if (outcome.status === null) width = deliveriesAtOnce.fewest;
    else if (outcome.isDelivered) width = Math.min(deliveriesAtOnce.most, width + 1);
    // Whether one that the end of the server broke off arrived is not known: it is sent again.
    if (!stopping.aborted || outcome.status !== null) tried.push({ delivery, outcome });
    wake();
  };

  try {
    do {
      // Before the claim, so that what ends or becomes due during it is not missed.
      const more = new Promise<void>((resolve) => (wake = resolve));
      const ended = tried.splice(0);
      const free = stopping.aborted ? 0 : Math.max(0, width - sending.size);
      await database
        .scoped([company_id], async (tx) => {
          const endpoint = await webhooksRepo(tx).one(id);
          if (!endpoint) return undefined;
          const isOpen = await recordAndRetry(tx, endpoint, ended, clock());
          return isOpen && free > 0 ? { endpoint, deliveries: await claim(tx, id, free, clock()) } : undefined;
        })
        .then((claimed) => claimed?.deliveries.forEach((delivery) => void start(delivery, claimed.endpoint)));
      if (sending.size > 0) await more;
    } while (sending.size > 0 || tried.length > 0);
  } finally {
    busy.delete(id);
  }
}

interface Sending {
  readonly config: Context['config'];
  readonly now: Date;
  readonly stopping: AbortSignal;
}

async function send(
  delivery: Delivery,
  endpoint: WebhookEndpointRow,
  { config, now, stopping }: Sending,
): Promise<DeliveryOutcome> {
  const { event_id: id } = delivery;
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  try {
    const body = JSON.stringify(toEvent({ ...delivery, id, company_id: endpoint.company_id }));
    const headers = signedHeaders(openSecrets(endpoint, config.appSecret, now), { id, at: now, body });
    const allowed = config.webhookAllowedHosts ?? [];
    const response = await postWebhook({ url: endpoint.url, headers, body, allowed, signal: stopping });
    return { ...response, isDelivered: response.status >= 200 && response.status < 300, milliseconds: took() };
  } catch (error) {
    return {
      status: null,
      text: toReason(error),
      retryAfter: undefined,
      isDelivered: false,
      milliseconds: took(),
    };
  }
}

function toReason(error: unknown): string {
  if (!(error instanceof Error)) return 'No answer';
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return `No answer within ${timeoutMs / 1_000} seconds`;
  const [first = error] = error instanceof AggregateError ? (error.errors as Error[]) : [error];
  return first.message || 'No answer';
}
