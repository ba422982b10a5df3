import { Client } from 'pg';
import { Client as HttpClient } from 'undici';
import { outgoing, type Request } from './requests.ts';
import { freshCopy, type Statement } from './record.ts';

const connections = 32;

export interface Measure {
  readonly perSecond: number;
  readonly p99: number;
}

/** Repeats a piece of work on each connection for this long, after a warm-up of a fifth of that time. */
async function sustained(milliseconds: number, works: readonly (() => Promise<void>)[]): Promise<Measure> {
  const began = performance.now();
  const [from, until] = [began + milliseconds / 5, began + milliseconds * 1.2];
  const times: number[] = [];
  await Promise.all(
    works.map(async (work) => {
      for (let start = performance.now(); start < until; start = performance.now()) {
        await work();
        const end = performance.now();
        if (start >= from && end <= until) times.push(end - start);
      }
    }),
  );
  times.sort((a, b) => a - b);
  return { perSecond: (times.length * 1_000) / milliseconds, p99: times[Math.floor(times.length * 0.99)] ?? 0 };
}

const cycle = <T>(list: readonly T[]) => {
  let next = 0;
  return () => list[next++ % list.length] as T;
};

/** Over HTTP, one request at a time on each connection. Any response but 2xx ends the benchmark. */
export async function overHttp(
  url: string,
  token: string,
  requests: readonly Request[],
  milliseconds: number,
): Promise<Measure> {
  const next = cycle(requests);
  const clients = Array.from({ length: connections }, () => new HttpClient(url, { pipelining: 1 }));
  const works = clients.map((client) => () => exchange(client, next(), token));
  try {
    return await sustained(milliseconds, works);
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
}

/** Sends a request and reads its response to the end with little CPU time, since the load generator shares the server's cores. */
export function exchange(client: HttpClient, request: Request, token: string): Promise<void> {
  const { method, path } = request;
  return new Promise((resolve, reject) => {
    let status = 0;
    const chunks: Buffer[] = [];
    client.dispatch(
      { method, path, ...outgoing(request, token) },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, statusCode) => void (status = statusCode),
        onResponseData: (_controller, chunk) => void chunks.push(chunk),
        onResponseEnd: () => {
          if (status < 300) resolve();
          else reject(new Error(`${method} ${path}: ${status} ${Buffer.concat(chunks).toString()}`));
        },
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

/** Sends the statements one by one, with new ids where the server generates them. */
export async function sendAll(client: Client, statements: readonly Statement[]): Promise<void> {
  for (const { name, text, values } of freshCopy(statements))
    await (values ? client.query({ name, text, values: [...values] }) : client.query(text));
}

/** Statements sent straight to the database, one at a time on each connection. */
export async function direct(
  url: string,
  works: readonly (readonly Statement[])[],
  milliseconds: number,
): Promise<Measure> {
  const next = cycle(works);
  const clients = Array.from({ length: connections }, () => new Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  try {
    return await sustained(
      milliseconds,
      clients.map((client) => async () => {
        await sendAll(client, next());
      }),
    );
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
