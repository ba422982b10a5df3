import { signToken } from '#server/http/tokens.ts';
import { browserTables } from './browser.ts';
import { appSecret, openStages, type Stage } from './ground.ts';
import { jobsTable } from './jobs.ts';
import { overHttp, straight } from './load.ts';
import { openRecorder } from './record.ts';
import { openSession, rowsFor } from './requests.ts';
import { serverTable, type Figures } from './table.ts';

const sizes = (process.env.BENCH_SIZES ?? '10000,100000,1000000').split(',').map(Number);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const milliseconds = Number(process.env.BENCH_MS ?? 1_500);
const only = process.env.BENCH_ONLY;

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** What one stage needs for one row after the other. */
async function prepare(stage: Stage) {
  const { databaseUrl, spotter, contacts } = stage;
  const token = await openSession(databaseUrl, (session) => signToken(appSecret, session, new Date()));
  const recorder = await openRecorder(databaseUrl, appSecret, token);
  const rows = [];
  for (const { name, requests } of await rowsFor(databaseUrl)) {
    if (only && !name.includes(only)) continue;
    const statements = [];
    for (const request of requests) statements.push(await recorder.statements(request));
    const measures: Figures = { http: [], straight: [] };
    rows.push({ name, requests, statements, measures });
  }
  await recorder.close();
  return { contacts, databaseUrl, url: spotter.url, token, rows };
}

const { stages, close } = await openStages(sizes, say);
try {
  const prepared = [];
  for (const stage of stages) prepared.push(await prepare(stage));
  const names = prepared[0]?.rows.map(({ name }) => name) ?? [];
  // Round nought warms the servers up: what has just started is still being compiled.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, name] of names.entries()) {
      say(`${round === 0 ? 'warming up' : `round ${round}`}: ${name} …`);
      for (const { databaseUrl, url, token, rows } of prepared) {
        const row = rows[index];
        if (!row) continue;
        const http = await overHttp(url, token, row.requests, milliseconds);
        if (round === 0) continue;
        row.measures.http.push(http);
        row.measures.straight.push(await straight(databaseUrl, row.statements, milliseconds));
      }
    }
  }
  process.stdout.write(`${serverTable(sizes, names, prepared.map(({ rows }) => rows.map(({ measures }) => measures)))}\n`);
  const middle = stages[Math.min(1, stages.length - 1)];
  say('The console in Chromium …');
  if (middle) process.stdout.write(`${await browserTables(middle.spotter.url)}\n`);
  say('The five jobs …');
  process.stdout.write(await jobsTable());
} finally {
  await close();
}

