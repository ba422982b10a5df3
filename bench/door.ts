import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { Client } from 'pg';
import { Client as HttpClient } from 'undici';
import { signToken } from '#server/platform/http/tokens.ts';
import { exchange } from './load.ts';
import { openSession, rowsFor, type Request } from './requests.ts';
import { appSecret, type Stage } from './stages.ts';
import { table } from './table.ts';

/** A scan each second at each of five doors, beside eight desks with two requests a second each. */
const [doors, doorPauseMs] = [5, 1_000];
const [desks, deskPauseMs] = [8, 500];
/** The first seconds, while the server's code is being compiled, are not counted. */
const [warmUpSeconds, seconds] = [30, 60];
const logRows = 100_000;
/** What a desk does all day. */
const deskWork = /^(?:contacts, page 1|checkins, page 1|invoices, page 1|search|check-in|cash sale)/;

/** How long a door waits for its answer while the desks work, and the list of what happened there, after 100,000 scans. */
export async function doorTable(stage: Stage): Promise<string> {
  const { databaseUrl, adminUrl, spotter, contacts } = stage;
  const token = await openSession(databaseUrl, (session) => signToken(appSecret, session, new Date()));
  const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const response = await fetch(`${spotter.url}/api${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, { id: string }> & { code: string; token: string };
  };
  const { locationId, members } = await fillLog(adminUrl);
  const codes: string[] = [];
  for (const id of members) codes.push((await call('GET', `/contacts/${id}/code`)).code);
  const tokens: string[] = [];
  for (let nth = 0; nth < doors; nth += 1)
    tokens.push((await call('POST', '/devices', { locationId, name: `Bench ${uuid()}`, kind: 'door' })).token);
  const requests = (await rowsFor(databaseUrl)).filter(({ name }) => deskWork.test(name)).map((row) => row.requests);

  const from = performance.now() + warmUpSeconds * 1_000;
  const until = from + seconds * 1_000;
  const repeat = async (asToken: string, pauseMs: number, toRequest: (nth: number) => Request) => {
    const client = new HttpClient(spotter.url);
    const times: number[] = [];
    await sleep(Math.random() * pauseMs);
    for (let nth = 0; performance.now() < until; nth += 1) {
      const began = performance.now();
      await exchange(client, toRequest(nth), asToken);
      if (began >= from) times.push(performance.now() - began);
      await sleep(pauseMs);
    }
    await client.close();
    return times;
  };
  const pick = <T>(list: readonly T[], nth: number) => list[nth % list.length] as T;
  const scan =
    (door: number) =>
    (nth: number): Request => {
      const body = { code: pick(codes, nth * doors + door), locationId, type: 'entry' };
      return { method: 'POST', path: '/api/checkins', body };
    };
  const work = (desk: number) => (nth: number) => pick(pick(requests, nth + desk), nth);
  const [scans, tasks] = await Promise.all([
    Promise.all(tokens.map((own, door) => repeat(own, doorPauseMs, scan(door)))),
    Promise.all(Array.from({ length: desks }, (_, desk) => repeat(token, deskPauseMs, work(desk)))),
  ]);
  const logs = [];
  const asked = [
    ['', 'page 1'],
    ['&page=100', 'page 100'],
    ['&doorId=Side', 'of one door'],
    [`&contactId=${members[0]}`, 'of one member'],
    ['&conflicts=true', 'conflicts'],
  ] as const;
  const client = new HttpClient(spotter.url);
  for (const [query, what] of asked) {
    const path = `/api/door-log?limit=10&locationId=${locationId}${query}`;
    const times: number[] = [];
    for (let nth = 0; nth < 20; nth += 1) {
      const began = performance.now();
      await exchange(client, { method: 'GET', path }, token);
      times.push(performance.now() - began);
    }
    logs.push(line(`door log of ${logRows.toLocaleString('en-US')}, ${what}`, times));
  }
  await client.close();
  return table(
    [`doors beside the desks, ${contacts.toLocaleString('en-US')} contacts`, 'requests', 'median ms', 'p99 ms'],
    [line('a door’s answer', scans.flat()), line('the desks meanwhile', tasks.flat()), ...logs],
  );
}

function line(name: string, times: number[]): string[] {
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN).toFixed(0);
  return [name, String(times.length), at(0.5), at(0.99)];
}

/** At the first location, whose members come in; a tenth of the scans at a door of their own, a few with a conflict. */
async function fillLog(adminUrl: string) {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; location: string }>(
      `select c.id, l.id as location from contacts c join (select id from locations order by name limit 1) l on l.id = c.home_location_id
        where c.member_through = 'infinity' order by c.id limit 200`,
    );
    await client.query(
      `insert into door_log (id, company_id, location_id, door_name, contact_id, type, at, access_granted, conflict)
       select uuidv7(), c.company_id, c.home_location_id, case when i % 10 = 0 then 'Side' else 'Main' end, c.id, 'entry',
              now() - i * interval '30 seconds', true, case when i % 1000 = 0 then 'blocked' end
         from generate_series(1, $1) as i
         join (select id, company_id, home_location_id, row_number() over (order by id) as nth, count(*) over () as people from contacts
                where home_location_id = $2) c on c.nth = 1 + i % c.people
        where not exists (select from door_log)`,
      [logRows, rows[0]?.location],
    );
    await client.query('vacuum analyze door_log');
    return { locationId: rows[0]?.location ?? '', members: rows.map(({ id }) => id) };
  } finally {
    await client.end();
  }
}
