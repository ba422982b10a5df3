import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { testType } from '#domain/events/eventTypes.ts';
import type { DeliveriesQuery, EndpointsQuery } from '#domain/webhooks/contract.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { getOffset, isAskedFor, paginate, totalCount } from '#server/platform/database/paginate.ts';
import { columns, listColumns, type WebhookEndpointRow } from '#server/platform/database/schema.ts';
import { lockUntilCommit } from '#server/platform/database/withAdvisoryLock.ts';
import type { DeliveryWithEvent } from './rows.ts';

export const webhooksRepo = (tx: Tx) => ({
  page: (query: EndpointsQuery, companyIds: readonly string[]) =>
    paginate(query, (page) =>
      tx
        .selectFrom('webhook_endpoints as w')
        .select(listColumns('webhook_endpoints', 'w'))
        .select(totalCount)
        .where('w.company_id', '=', sql<string>`any (${companyIds}::uuid[])`)
        .where(isAskedFor(sql.ref('w.id'), query.ids))
        .orderBy('w.created_at')
        .orderBy('w.id')
        .limit(page.limit)
        .offset(getOffset(page))
        .execute(),
    ),

  one: (id: string) =>
    tx.selectFrom('webhook_endpoints').select(columns.webhook_endpoints).where('id', '=', id).executeTakeFirst(),

  forUpdate: (id: string) =>
    tx
      .selectFrom('webhook_endpoints')
      .select(columns.webhook_endpoints)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),

  /** Holds a lock of the company, so that two do not both take the last place. */
  async count(companyId: string): Promise<number> {
    await lockUntilCommit(tx, `webhook endpoints ${companyId}`);
    const { count } = await tx
      .selectFrom('webhook_endpoints')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow();
    return count;
  },

  add: (row: WebhookEndpointRow) => tx.insertInto('webhook_endpoints').values(row).execute(),

  change: (id: string, change: Partial<WebhookEndpointRow>) =>
    tx
      .updateTable('webhook_endpoints')
      .set(change)
      .where('id', '=', id)
      .returning(columns.webhook_endpoints)
      .executeTakeFirstOrThrow(),

  remove: (id: string) => tx.deleteFrom('webhook_endpoints').where('id', '=', id).execute(),

  /** What still waits is not sent any more. */
  giveUpWaiting: (endpointId: string) =>
    tx
      .updateTable('webhook_deliveries')
      .set({ state: 'failed', due_at: null })
      .where('endpoint_id', '=', endpointId)
      .where('state', '=', 'pending')
      .execute(),

  /** Newest first. */
  deliveries: (endpointId: string, query: DeliveriesQuery) =>
    paginate(query, (page) =>
      selectDeliveries(tx, endpointId)
        .select(totalCount)
        .$if(query.state !== undefined, (rows) => rows.where('d.state', '=', query.state ?? 'pending'))
        .orderBy('d.number', 'desc')
        .limit(page.limit)
        .offset(getOffset(page))
        .execute(),
    ),

  delivery: (endpointId: string, id: string): Promise<DeliveryWithEvent | undefined> =>
    selectDeliveries(tx, endpointId).where('d.id', '=', id).executeTakeFirst(),

  /** Whatever became of it, it is sent anew. */
  async resend(endpointId: string, id: string, now: Date): Promise<void> {
    await tx
      .updateTable('webhook_deliveries')
      .set({ state: 'pending', attempts: 0, due_at: now })
      .where('endpoint_id', '=', endpointId)
      .where('id', '=', id)
      .execute();
  },

  /** Every event since then that the endpoint is meant to get, also those from before it existed. */
  async resendSince(endpoint: WebhookEndpointRow, since: Date, now: Date): Promise<number> {
    const { numAffectedRows } = await sql`
      insert into webhook_deliveries (endpoint_id, event_id, company_id, record_id, number, due_at)
      select ${endpoint.id}::uuid, e.id, e.company_id, e.record_id, e.number, ${now}::timestamptz
        from events e
       where e.company_id = ${endpoint.company_id} and e.number is not null and e.at >= ${since} and e.type <> ${testType}
         and (${endpoint.types}::text[] is null or e.type = any (${endpoint.types}::text[]))
         and (${endpoint.location_ids}::uuid[] is null or e.location_id = any (${endpoint.location_ids}::uuid[]))
      on conflict (endpoint_id, event_id) do update set state = 'pending', attempts = 0, due_at = excluded.due_at`.execute(
      tx,
    );
    return Number(numAffectedRows ?? 0);
  },

  /** An event that only this endpoint gets. */
  async addTest({ id, company_id }: WebhookEndpointRow, now: Date): Promise<string> {
    const deliveryId = uuid();
    await sql`
      with event as (
        insert into events (company_id, id, number, type, record_id, at, data)
        values (${company_id}, ${uuid()}, nextval('event_numbers'), ${testType}, ${id}, ${now}, ${JSON.stringify({ endpointId: id })})
        returning company_id, id, number)
      insert into webhook_deliveries (id, endpoint_id, event_id, company_id, record_id, number, due_at)
      select ${deliveryId}::uuid, ${id}::uuid, id, company_id, ${id}::uuid, number, ${now}::timestamptz from event`.execute(
      tx,
    );
    return deliveryId;
  },
});

const selectDeliveries = (tx: Tx, endpointId: string) =>
  tx
    .selectFrom('webhook_deliveries as d')
    .innerJoin('events as e', (join) =>
      join.onRef('e.company_id', '=', 'd.company_id').onRef('e.id', '=', 'd.event_id'),
    )
    .select(listColumns('webhook_deliveries', 'd'))
    .select(['e.type as event_type', 'e.at as event_at'])
    .where('d.endpoint_id', '=', endpointId);
