import { sql } from 'kysely';
import { Client } from 'pg';
import { z } from 'zod';
import type { Database } from '#server/db/database.ts';
import { timeouts } from '#server/db/session.ts';

/** Ids of check-ins that were just made; empty when some may have been missed, and all has to be read again. */
export type Listener = (checkinIds: readonly string[]) => void;

/** News of check-ins across all processes, carried by the database's own notifications. */
export interface LiveCheckins {
  /** Tells everyone who listens at this location, a moment later and never in the way of the caller. */
  publish(locationId: string, checkinId: string): void;
  /** Calls `listener` for every check-in at the location until the function it gives is called. */
  subscribe(locationId: string, listener: Listener): () => void;
  close(): Promise<void>;
}

interface Options {
  url: string;
  database: Database;
  onError?: (message: string, error: unknown) => void;
}

const channel = 'spotter_checkins';
const eventSchema = z.object({ locationId: z.string(), checkinIds: z.array(z.string()) });
/** Notifications take turns at commit, so they are sent on their own, after the check-ins and many at once. */
const batchIntervalMs = 100;
/** A notification holds 8,000 bytes. */
const idsEach = 150;
const reconnectMs = 1_000;

/** Listens on a connection of its own, which is opened with the first listener and opened again when it breaks. */
export function openLiveCheckins({ url, database, onError = () => undefined }: Options): LiveCheckins {
  const listeners = new Map<string, Set<Listener>>();
  const unpublished = new Map<string, string[]>();
  let sending: NodeJS.Timeout | undefined;
  let retrying: NodeJS.Timeout | undefined;
  let client: Client | undefined;
  let isClosed = false;

  const everyone = () => [...listeners.values()].flatMap((those) => [...those]);

  /** One listener that fails does not keep the news from the others. */
  function notify(listener: Listener, checkinIds: readonly string[]) {
    try {
      listener(checkinIds);
    } catch (error) {
      onError('A listener for check-ins failed', error);
    }
  }

  async function connect() {
    retrying = undefined;
    const mine = new Client({ connectionString: url, application_name: 'spotter-live', connectionTimeoutMillis: timeouts.connect, keepAlive: true });
    client = mine;
    mine.on('notification', ({ payload = '' }) => {
      const event = parseEvent(payload);
      if (!event) return onError('A notification of check-ins was not understood', payload.slice(0, 200));
      for (const listener of listeners.get(event.locationId) ?? []) notify(listener, event.checkinIds);
    });
    mine.on('error', (error) => lost(mine, error));
    mine.on('end', () => lost(mine, undefined));
    try {
      await mine.connect();
      await mine.query(`listen ${channel}`);
      for (const listener of everyone()) notify(listener, []);
    } catch (error) {
      lost(mine, error);
    }
  }

  function lost(which: Client, error: unknown) {
    if (client !== which) return;
    client = undefined;
    void which.end().catch(() => undefined);
    if (isClosed) return;
    onError('The connection for live check-ins was lost', error);
    retrying = setTimeout(() => void connect(), reconnectMs);
  }

  async function send() {
    sending = undefined;
    const payloads = [...unpublished].flatMap(([locationId, ids]) => chunks(ids).map((checkinIds) => JSON.stringify({ locationId, checkinIds })));
    unpublished.clear();
    try {
      await sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`.execute(database.unscoped);
    } catch (error) {
      // Whoever listens reads the list again before long; the check-ins themselves are safe.
      onError('Check-ins could not be announced', error);
    }
  }

  return {
    publish(locationId, checkinId) {
      unpublished.set(locationId, [...(unpublished.get(locationId) ?? []), checkinId]);
      sending ??= setTimeout(() => void send(), batchIntervalMs);
    },
    subscribe(locationId, listener) {
      if (!client && !retrying && !isClosed) void connect();
      const those = listeners.get(locationId) ?? new Set();
      listeners.set(locationId, those.add(listener));
      return () => {
        those.delete(listener);
        if (those.size === 0 && listeners.get(locationId) === those) listeners.delete(locationId);
      };
    },
    async close() {
      isClosed = true;
      clearTimeout(retrying);
      if (sending) {
        clearTimeout(sending);
        await send();
      }
      await client?.end().catch(() => undefined);
    },
  };
}

/** Anybody with access to the database can notify, with any text: undefined for what is not ours. */
function parseEvent(payload: string): z.output<typeof eventSchema> | undefined {
  try {
    return eventSchema.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}

const chunks = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / idsEach) }, (_, index) => ids.slice(index * idsEach, (index + 1) * idsEach));
