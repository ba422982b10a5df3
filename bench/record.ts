import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { buildApp } from '#server/app.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { openLiveEvents } from '#server/platform/live/liveEvents.ts';
import { outgoing, type Request } from './requests.ts';

export interface Statement {
  readonly text: string;
  readonly name?: string;
  readonly values?: readonly unknown[];
  /** The ids among the values that are new each time. */
  readonly made: readonly string[];
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/**
 * The statements that a request makes the server send to the database, recorded from an app in this process. Its first response
 * warms up.
 */
export async function openRecorder(databaseUrl: string, appSecret: string, token: string) {
  const database = openDatabase({ url: databaseUrl, poolSize: 1 });
  const live = openLiveEvents({ url: databaseUrl, database });
  const app = await buildApp({
    config: { appSecret, publicUrl: 'http://bench.test', trustProxy: [] },
    database,
    live,
    mailer: { send: () => Promise.resolve(), close: () => undefined },
    files: { put: unused, write: unused, get: unused, remove: unused, ping: unused },
    clock: () => new Date(),
  });
  const answered = async (request: Request) => {
    const { headers, body } = outgoing(request, token);
    const statements = await recordStatements(async () => {
      const response = await app.inject({
        method: request.method,
        url: request.path,
        headers,
        ...(body && { payload: body }),
      });
      if (response.statusCode >= 300) throw new Error(`${request.path}: ${response.statusCode} ${response.body}`);
    });
    return statements;
  };
  return {
    async statements(request: Request): Promise<Statement[]> {
      await answered(request);
      // Statements that follow a response, such as publishing a check-in to other desks, do not belong to the next request.
      await sleep(20);
      const began = Date.now();
      const heard = await answered(request);
      const made = [...new Set(heard.flatMap(idsIn))].filter((id) => madeAt(id) >= began);
      await sleep(20);
      return heard.map((statement) => ({ ...statement, made }));
    },
    async close() {
      await app.close();
      await live.close();
      await database.close();
    },
  };
}

const unused = () => Promise.reject(new Error('The bench stores no files'));

/** A version 7 id begins with the millisecond in which it was generated. */
const madeAt = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

const idsIn = ({ values }: { values?: readonly unknown[] }) => JSON.stringify(values ?? []).match(uuids) ?? [];

/** The same statements with other ids in place of those that the server generates. */
export function freshCopy(statements: readonly Statement[]): readonly Statement[] {
  const made = new Set(statements.flatMap((statement) => statement.made));
  if (made.size === 0) return statements;
  const others = new Map([...made].map((id) => [id, uuid()]));
  const renewed = (value: unknown) =>
    typeof value === 'string' ? value.replaceAll(uuids, (id) => others.get(id) ?? id) : value;
  return statements.map((statement) =>
    statement.values ? { ...statement, values: statement.values.map(renewed) } : statement,
  );
}

type Recorded = Omit<Statement, 'made'>;

/** Runs `work` and returns every statement that the driver sent meanwhile. */
async function recordStatements(work: () => Promise<void>): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  const { prototype } = pg.Client;
  const { query } = prototype;
  const recordingQuery = function recordingQuery(this: pg.Client, ...args: unknown[]) {
    const [what] = args as [string | Recorded];
    recorded.push(
      typeof what === 'string' ? { text: what } : { name: what.name, text: what.text, values: what.values },
    );
    return Reflect.apply(query, this, args) as unknown;
  };
  Object.assign(prototype, { query: recordingQuery });
  try {
    await work();
  } finally {
    Object.assign(prototype, { query });
  }
  return recorded;
}
