import { chunk } from 'es-toolkit';
import { sql } from 'kysely';
import { Client } from 'pg';
import { z } from 'zod';
import type { Database } from '#server/platform/database/database.ts';
import { timeouts } from '#server/platform/database/session.ts';
import { addListener, createPeopleChanges, type PeopleListener } from './peopleChanges.ts';

/** Ids of new check-ins. Empty when some may have been missed, so that the list must be read again. */
type Listener = (checkinIds: readonly string[]) => void;

/**
 * The streams of check-ins, people, doors and access wait for these. They reach the listeners of all processes, through
 * PostgreSQL's notifications.
 */
export interface LiveEvents {
  /** Never delays or fails the caller. */
  publishCheckin(locationId: string, checkinId: string): void;
  onCheckins(locationId: string, listener: Listener): () => void;
  /** Calls back when the user's access may have ended, on whichever server that was. */
  onAccessChange(userId: string, check: () => void): () => void;
  /** Calls back when commands may wait for the device, on whichever server they were given. */
  onCommand(deviceId: string, read: () => void): () => void;
  /** Calls back when a search for people of the company finds others, or may: with the changes since this time, as far as they are kept. */
  onPeopleChange(companyId: string, listener: PeopleListener, since?: number): () => void;
  close(): Promise<void>;
}

interface Options {
  url: string;
  database: Database;
  onError?: (message: string, error: unknown) => void;
  /** How often the connection is asked whether it still works. It has a third of that to answer. */
  checkEveryMs?: number;
}

const channel = 'spotter_checkins';
/** A trigger of the tables that access is read from notifies here, with the user's id. */
const accessChannel = 'spotter_access';
/** A trigger of the commands for doors notifies here, with the device's id. */
const commandChannel = 'spotter_commands';
/** Triggers of contacts, memberships and locations notify here, with the ids of the company, and of the contact and where. */
const peopleChannel = 'spotter_contacts';
const eventSchema = z.object({ locationId: z.string(), checkinIds: z.array(z.string()) });
/** Commits with notifications are serialized, so check-ins are published after their commit, in batches. */
const batchIntervalMs = 100;
/** PostgreSQL's limit is 8,000 bytes a notification. */
const idsEach = 150;
const reconnectMs = 1_000;

/**
 * Uses a separate connection, opened with the first listener and reopened when it breaks. It only listens, so it would never notice
 * that a firewall has dropped it without a word: therefore it asks something now and then.
 */
export function openLiveEvents({
  url,
  database,
  onError = () => undefined,
  checkEveryMs = 15_000,
}: Options): LiveEvents {
  const listeners = new Map<string, Set<Listener>>();
  const checks = new Map<string, Set<() => void>>();
  const commands = new Map<string, Set<() => void>>();
  const people = createPeopleChanges();
  const unpublished = new Map<string, string[]>();
  let sending: NodeJS.Timeout | undefined;
  let retrying: NodeJS.Timeout | undefined;
  let checking: NodeJS.Timeout | undefined;
  let client: Client | undefined;
  let isClosed = false;

  const everyone = () => [...listeners.values()].flatMap((those) => [...those]);

  /** A listener that fails does not affect the others. */
  function notify(listener: Listener, checkinIds: readonly string[]) {
    try {
      listener(checkinIds);
    } catch (error) {
      onError('A listener for check-ins failed', error);
    }
  }

  async function connect() {
    retrying = undefined;
    const mine = new Client({
      connectionString: url,
      application_name: 'spotter-live',
      connectionTimeoutMillis: timeouts.connect,
      query_timeout: checkEveryMs / 3,
    });
    client = mine;
    mine.on('notification', ({ channel: from, payload = '' }) => {
      if (from === accessChannel) return checks.get(payload)?.forEach((check) => check());
      if (from === commandChannel) return commands.get(payload)?.forEach((read) => read());
      if (from === peopleChannel) return people.hear(payload);
      const event = parseEvent(payload);
      if (!event) return onError('A notification of check-ins was not understood', payload.slice(0, 200));
      for (const listener of listeners.get(event.locationId) ?? []) notify(listener, event.checkinIds);
    });
    mine.on('error', (error) => lost(mine, error));
    mine.on('end', () => lost(mine, undefined));
    try {
      await mine.connect();
      await mine.query(`listen ${channel}; listen ${accessChannel}; listen ${commandChannel}; listen ${peopleChannel}`);
      for (const those of [...checks.values(), ...commands.values()]) for (const call of those) call();
      people.begin();
      checking = setInterval(
        () => void mine.query('select').catch((error: unknown) => lost(mine, error)),
        checkEveryMs,
      );
      for (const listener of everyone()) notify(listener, []);
    } catch (error) {
      lost(mine, error);
    }
  }

  function listen() {
    if (!client && !retrying && !isClosed) void connect();
  }

  function lost(which: Client, error: unknown) {
    if (client !== which) return;
    client = undefined;
    clearInterval(checking);
    people.end();
    void which.end().catch(() => undefined);
    if (isClosed) return;
    onError('The connection for live check-ins was lost', error);
    retrying = setTimeout(() => void connect(), reconnectMs);
  }

  async function send() {
    sending = undefined;
    const payloads = [...unpublished].flatMap(([locationId, ids]) =>
      chunk(ids, idsEach).map((checkinIds) => JSON.stringify({ locationId, checkinIds })),
    );
    unpublished.clear();
    try {
      await sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`.execute(
        database.unscoped,
      );
    } catch (error) {
      // The check-ins are stored; listeners read the list again soon anyway.
      onError('Check-ins could not be announced', error);
    }
  }

  return {
    publishCheckin(locationId, checkinId) {
      unpublished.set(locationId, [...(unpublished.get(locationId) ?? []), checkinId]);
      sending ??= setTimeout(() => void send(), batchIntervalMs);
    },
    onCheckins(locationId, listener) {
      listen();
      return addListener(listeners, locationId, listener);
    },
    onAccessChange: (userId, check) => addListener(checks, userId, check),
    onCommand(deviceId, read) {
      listen();
      return addListener(commands, deviceId, read);
    },
    onPeopleChange(companyId, listener, since) {
      listen();
      return people.follow(companyId, listener, since);
    },
    async close() {
      isClosed = true;
      clearTimeout(retrying);
      clearInterval(checking);
      if (sending) {
        clearTimeout(sending);
        await send();
      }
      await client?.end().catch(() => undefined);
    },
  };
}

/** Anyone with access to the database can notify. */
function parseEvent(payload: string): z.output<typeof eventSchema> | undefined {
  try {
    return eventSchema.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}
