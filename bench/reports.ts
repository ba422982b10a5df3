import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { Client as HttpClient } from 'undici';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { reportKinds } from '#domain/reports/reportLayouts.ts';
import type { ReportPeriod } from '#domain/reports/reportPeriods.ts';
import { signToken } from '#server/platform/http/tokens.ts';
import { zone } from './data.ts';
import { exchange, sendAll } from './load.ts';
import { plainReport, type ReportName } from './plainReports.ts';
import { openRecorder } from './record.ts';
import { openSession, type Request } from './requests.ts';
import { appSecret, type Stage } from './stages.ts';
import { reportLine, reportsHead, table } from './table.ts';

const reports: readonly ReportName[] = [...reportKinds, 'sales by item'];
/** The filter in BENCH_ONLY. */
const getName = (report: ReportName) => `report: ${report}`;
export const reportsNamed = (text: string) => reports.filter((report) => getName(report).includes(text));

/**
 * Each report of a year at all locations, one after the other as an owner reads them: over HTTP and its own statements in
 * turns, then plain SQL, which reads whole tables and so pushes what the others read out of the buffers. A first round warms up
 * and is not counted.
 */
export async function reportsTable(stage: Stage, wanted: readonly ReportName[], rounds: number): Promise<string> {
  const token = await openSession(stage.databaseUrl, (session) => signToken(appSecret, session, new Date()));
  const recorder = await openRecorder(stage.databaseUrl, appSecret, token);
  const http = new HttpClient(stage.spotter.url);
  const [own, plain] = [stage.databaseUrl, stage.adminUrl].map(
    (connectionString) => new Client({ connectionString }),
  ) as [Client, Client];
  await Promise.all([own.connect(), plain.connect()]);
  await jobsAreDone(plain);
  const to = todayIn(zone, new Date());
  const period = { from: addDays(to, -364), to };
  const lines: string[][] = [];
  try {
    for (const name of wanted) {
      const request: Request = { method: 'GET', path: toPath(name, period) };
      const statements = await recorder.statements(request);
      const isManual = plainReport(name, period);
      const inTurns = [];
      for (let round = 0; round <= rounds; round += 1) {
        inTurns.push({
          http: await timed(() => exchange(http, request, token)),
          own: await timed(() => sendAll(own, statements)),
        });
      }
      const times = [];
      for (const measured of inTurns) times.push({ ...measured, plain: await timed(() => sendAll(plain, isManual)) });
      lines.push(reportLine(getName(name), times.slice(1)));
    }
  } finally {
    await Promise.all([recorder.close(), http.close(), own.end(), plain.end()]);
  }
  return table(reportsHead(stage.contacts), lines);
}

/** Reports read what jobs sum up and store, of a new database when the server starts. Soon afterwards it is vacuumed. */
async function jobsAreDone(client: Client): Promise<void> {
  const query = `select (select count(*) from finished_days) = 3 and not exists (select from outdated_paid_periods) as "isDone"`;
  while (!(await client.query<{ isDone: boolean }>(query)).rows[0]?.isDone) await sleep(500);
  await client.query('vacuum analyze contacts');
}

function toPath(name: ReportName, days: ReportPeriod): string {
  const [kind, groupBy] = name === 'sales by item' ? ['sales', 'item'] : [name, 'month'];
  return `/api/reports/${kind}?${new URLSearchParams({ ...days, groupBy }).toString()}`;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
