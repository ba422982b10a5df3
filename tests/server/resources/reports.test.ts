import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Report, ReportRow } from '#domain/contract/reports.ts';
import { reportKinds } from '#domain/rules/reportFigures.ts';
import { builders } from '#tests/support/builders.ts';
import { aGym, type Gym } from '#tests/support/gym.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { tillOf } from '#tests/support/sales.ts';
import { testServer, type Caller, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let gym: Gym;
let rival: Gym;
let make: ReturnType<typeof builders>;
let bill: ReturnType<typeof invoiceBuilders>;
let contactId: string;
beforeAll(async () => {
  server = await testServer();
  rival = await aGym(server);
});
beforeEach(async () => {
  // Noon in Denver.
  server.clock.now = new Date('2026-11-20T19:00:00Z');
  gym = await aGym(server);
  make = builders(server, gym);
  bill = invoiceBuilders(server, gym);
  contactId = await make.contact();
});
afterAll(() => server.close());

const read = async (caller: Caller, path: string): Promise<Report> => {
  const { status, body } = await caller.get(`/reports/${path}`);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.report;
};
const november = 'from=2026-11-01&to=2026-11-30';

test.each(reportKinds)('an empty gym has a %s report of nothing', async (kind) => {
  const report = await read(gym.by.admin, `${kind}?${november}`);
  expect(report).toMatchObject({ from: '2026-11-01', to: '2026-11-30', groupBy: 'day' });
  expect(Object.values(report.totals).filter((value) => value !== 0 && value !== null)).toEqual([]);
  expect(Object.values(report.previous).filter((value) => value !== 0 && value !== null)).toEqual([]);
});
