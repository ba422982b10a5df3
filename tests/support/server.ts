import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { v7 as uuid } from 'uuid';
import { sql } from 'kysely';
import { afterAll, expect } from 'vitest';
import { buildApp } from '#server/app.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { AppConfig, JobContext } from '#server/platform/context.ts';
import { diskStore } from '#server/platform/files/diskStore.ts';
import { signToken } from '#server/platform/http/tokens.ts';
import { openLiveEvents } from '#server/platform/live/liveEvents.ts';
import type { Email } from '#server/platform/email/mailer.ts';
import { verifyStored } from '#server/modules/contact-memberships/index.ts';
import { verifyLedger } from '#server/modules/ledger/index.ts';
import { fixtureActor } from './fixtureActor.ts';
import { freshDatabase } from './database.ts';

const lengths = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 };
type Unit = keyof typeof lengths;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface Call {
  body?: unknown;
  headers?: Record<string, string>;
}

// The shape of a body is what a test asserts, so it reads it freely.
type Body = ReturnType<typeof JSON.parse>;

export interface Reply {
  status: number;
  body: Body;
  headers: LightMyRequestResponse['headers'];
}

/** Calls of one caller, as its browser makes them: `await operator.post('/checkins', { body })`. */
export type Caller = Record<'get' | 'post' | 'put' | 'delete', (path: string, call?: Call) => Promise<Reply>>;

export interface TestServer {
  app: FastifyInstance;
  url: string;
  database: Database;
  config: AppConfig;
  /** What a job takes. */
  context: JobContext;
  emails: Email[];
  /** The lines of its log so far, as the process would print them. */
  logged: string[];
  filesDirectory: string;
  /** What the server takes for now; tests move it. */
  clock: { now: Date };
  /** Moves its clock on. */
  advance(by: Partial<typeof lengths>): void;
  /** A caller with a session of this user. */
  as(user: { id: string }): Promise<Caller>;
  /** The same for each of these users. */
  asEach(users: readonly { id: string }[]): Promise<Caller[]>;
  /** The token of a new session of this user, for callers of a listening server. */
  createToken(user: { id: string }): Promise<string>;
  anonymous: Caller;
  /** A caller with this API key, or the token of a device. */
  withKey(key: string): Caller;
  /** False for tests that change rows behind the back of the ledger. */
  checksLedger: boolean;
  close(): Promise<void>;
}

/**
 * The whole API on a fresh (or another) database, every response checked against the contract. One for a test file. Closed, its
 * ledger must agree with every row.
 */
export async function testServer(change: Partial<AppConfig> = {}, other?: Database): Promise<TestServer> {
  const clock = { now: new Date() };
  const { url, database: fresh, drop } = await freshDatabase(() => clock.now);
  const database = other ?? fresh;
  const filesDirectory = await mkdtemp(join(tmpdir(), 'spotter-files-'));
  const live = openLiveEvents({ url, database });
  const emails: Email[] = [];
  const logged: string[] = [];
  const config: AppConfig = {
    appSecret: 'test-secret-of-at-least-32-characters',
    publicUrl: 'http://gym.test',
    trustProxy: [],
    ...change,
  };
  const context: JobContext = {
    config,
    database,
    files: diskStore(filesDirectory),
    mailer: {
      send: async (mail) => void emails.push(mail),
      close: () => undefined,
    },
    live,
    clock: () => clock.now,
  };
  const app = await buildApp(context, {
    strictResponses: true,
    logger: { level: 'info', stream: { write: (line: string) => void logged.push(line) } },
  });
  await app.ready();
  const server: TestServer = {
    app,
    url,
    database,
    config,
    context,
    emails,
    logged,
    filesDirectory,
    clock,
    advance(by) {
      const ms = Object.entries(by).reduce((sum, [unit, count]) => sum + lengths[unit as Unit] * count, 0);
      clock.now = new Date(clock.now.getTime() + ms);
    },
    anonymous: caller(app, {}),
    withKey: (key) => caller(app, { authorization: `Bearer ${key}` }),
    as: async (user) => caller(app, { authorization: `Bearer ${await createToken(user)}` }),
    asEach: async (users) =>
      (await createTokens(users)).map((token) => caller(app, { authorization: `Bearer ${token}` })),
    createToken,
    checksLedger: other === undefined,
    async close() {
      await app.close();
      await live.close();
      const differences = server.checksLedger ? await ledgerDifferences(database) : [];
      const stored = other ? [] : await storedDifferences(database);
      await drop();
      await rm(filesDirectory, { recursive: true, force: true });
      expect(differences, 'the ledger agrees with every invoice, payment and drawer').toEqual([]);
      expect(stored, 'what is stored for reports agrees with its history').toEqual([]);
    },
  };
  return server;

  async function createToken(user: { id: string }) {
    const [token = ''] = await createTokens([user]);
    return token;
  }

  async function createTokens(users: readonly { id: string }[]) {
    const expiresAt = new Date(clock.now.getTime() + 12 * 3_600_000);
    const sessions = users.map((user) => ({ id: uuid(), userId: user.id, expiresAt }));
    await database.unscoped
      .insertInto('sessions')
      // The database goes by its own clock; the token goes by the test's.
      .values(
        sessions.map(({ id, userId }) => ({
          id,
          user_id: userId,
          expires_at: new Date('2999-01-01'),
          revoked_at: null,
        })),
      )
      .execute();
    return Promise.all(sessions.map((session) => signToken(config.appSecret, session, clock.now)));
  }
}

/** Without those of invoices that the test wrote as rows. */
export const ledgerDifferences = (database: Database) =>
  database.acrossCompanies(async (tx) => {
    const { rows: written } = await sql<{ id: string }>`
      with written as (select distinct invoice_id as id from ledger_postings where actor_name = ${fixtureActor.name})
      select id from written union all select p.id from payments p join written w on w.id = p.invoice_id`.execute(tx);
    const ids = new Set(written.map(({ id }) => id));
    const differences = [];
    // The others have nothing to compare, and a comparison takes 50 ms.
    const { rows: companies } = await sql<{ id: string }>`
      select company_id as id from invoices union select company_id from payments union select company_id from drawers
       union select company_id from ledger_postings union select company_id from ledger_day_sums
       union select company_id from disputes`.execute(tx);
    for (const { id } of companies) differences.push(...(await verifyLedger(tx, id)));
    return differences.filter(({ id }) => !ids.has(id));
  });

/** Of the companies for which a test ran the jobs that store it. */
const storedDifferences = (database: Database) =>
  database.acrossCompanies(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select company_id as id from paid_periods union select company_id from member_day_sums`.execute(tx);
    const differences = [];
    for (const { id } of rows) differences.push(...(await verifyStored(tx, id)));
    return differences;
  });

/** The same, closed after the test file. */
export async function sharedServer(...given: Parameters<typeof testServer>): Promise<TestServer> {
  const server = await testServer(...given);
  afterAll(() => server.close());
  return server;
}

function caller(app: FastifyInstance, identity: Record<string, string>): Caller {
  const calling =
    (method: Method) =>
    async (path: string, { body, headers }: Call = {}): Promise<Reply> => {
      const response = await app.inject({
        method,
        url: `/api${path}`,
        headers: { ...identity, ...headers },
        ...(body !== undefined && { payload: body as string | object }),
      });
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      return { status: response.statusCode, body: isJson ? response.json() : response.body, headers: response.headers };
    };
  return { get: calling('GET'), post: calling('POST'), put: calling('PUT'), delete: calling('DELETE') };
}
