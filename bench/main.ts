import { Client } from 'pg';
import { signToken } from '#server/platform/http/tokens.ts';
import { browserTables } from './browser.ts';
import { doorTable } from './door.ts';
import { jobsTable } from './jobs.ts';
import { direct, overHttp } from './load.ts';
import { makePlainTables, plainStatements, toSteps } from './plain.ts';
import { openRecorder } from './record.ts';
import { reportsNamed, reportsTable } from './reports.ts';
import { openSession, rowsFor } from './requests.ts';
import { appSecret, openStages, type Stage } from './stages.ts';
import { serverTable, stepsTable, type Figures } from './table.ts';

const sizes = (process.env.BENCH_SIZES ?? '10000,100000,1000000').split(',').map(Number);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const milliseconds = Number(process.env.BENCH_MS ?? 1_500);
const only = process.env.BENCH_ONLY;
const isBrowserMeasured = process.env.BENCH_BROWSER !== 'off';

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** What one stage needs to measure one row after the other. */
async function prepare(stage: Stage) {
  const { databaseUrl, adminUrl, spotter, contacts } = stage;
  await makePlainTables(adminUrl);
  const token = await openSession(databaseUrl, (session) => signToken(appSecret, session, new Date()));
  const recorder = await openRecorder(databaseUrl, appSecret, token);
  const companyId = await readCompany(adminUrl);
  const rows = [];
  for (const { name, requests } of await rowsFor(databaseUrl)) {
    if (only && !name.includes(only)) continue;
    const statements = [];
    for (const request of requests) statements.push(await recorder.statements(request));
    const plain = requests.flatMap((request) => {
      const one = plainStatements(name, request);
      return one ? [one] : [];
    });
    const steps = toSteps(name, requests, stage, companyId);
    const measures: Figures = { http: [], own: [], plain: [] };
    rows.push({ name, requests, statements, plain, steps, measures });
  }
  await recorder.close();
  return { contacts, databaseUrl, adminUrl, url: spotter.url, token, rows };
}

async function readCompany(adminUrl: string): Promise<string> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return (await client.query<{ id: string }>('select id from companies')).rows[0]?.id ?? '';
  } finally {
    await client.end();
  }
}

const reports = reportsNamed(only ?? '');
const middleSize = sizes[Math.min(1, sizes.length - 1)];
const { stages, yearStage, close } = await openStages(sizes, reports.length > 0 ? middleSize : undefined, say);
try {
  const prepared = [];
  for (const stage of stages) prepared.push(await prepare(stage));
  const names = prepared[0]?.rows.map(({ name }) => name) ?? [];
  // Round zero warms the servers up, while their code is still being compiled.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, name] of names.entries()) {
      say(`${round === 0 ? 'warming up' : `round ${round}`}: ${name} …`);
      for (const { databaseUrl, adminUrl, url, token, rows } of prepared) {
        const row = rows[index];
        if (!row) continue;
        const http = await overHttp(url, token, row.requests, milliseconds);
        if (round === 0) continue;
        row.measures.http.push(http);
        row.measures.own.push(await direct(databaseUrl, row.statements, milliseconds));
        if (row.plain.length > 0) row.measures.plain.push(await direct(adminUrl, row.plain, milliseconds));
        for (const step of row.steps) step.measures.push(await direct(step.url, step.works, milliseconds));
      }
    }
  }
  process.stdout.write(
    `${serverTable(
      sizes,
      names,
      prepared.map(({ rows }) => rows.map(({ measures }) => measures)),
    )}\n`,
  );
  for (const { contacts, rows } of prepared) {
    for (const { name, steps, measures } of rows)
      if (steps.length > 0) process.stdout.write(`${stepsTable(name, contacts, steps, measures)}\n`);
  }
  if (stages[0] && (!only || 'doors'.includes(only))) {
    say('The doors …');
    process.stdout.write(`${await doorTable(stages[0])}\n`);
  }
  if (yearStage) {
    say('The reports …');
    process.stdout.write(`${await reportsTable(yearStage, reports, rounds)}\n`);
  }
  const middle = stages.find(({ contacts }) => contacts === middleSize);
  if (isBrowserMeasured) {
    say('The console in Chromium …');
    if (middle) process.stdout.write(`${await browserTables(middle.spotter.url)}\n`);
    say('The jobs …');
    process.stdout.write(await jobsTable());
  }
} finally {
  await close();
}
