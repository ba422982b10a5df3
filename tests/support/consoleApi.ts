import type { RenewalsOnHold } from '#domain/contact-memberships/renewalsOnHoldContract.ts';
import { vi } from 'vitest';
import { createDaySoFar, createMemberSummary, createPage } from './records.ts';

export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}

/** The response to a call: a body with 200, an `answer(status, body)`, or a promise of either. */
type Response = (call: Call) => unknown;
export type Routes = Record<string, Response>;

class Reply {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly statusText = '',
  ) {}
}

export const respond = (status: number, body: unknown, statusText?: string) => new Reply(status, body, statusText);

export const noRenewalsOnHold: RenewalsOnHold = {
  card: 0,
  manual: 0,
  withoutCard: 0,
  ended: 0,
  charges: [],
  chargeCount: 0,
  cardTotal: 0,
  manualTotal: 0,
  total: 0,
};

/** The calls that every page may make, answered for a gym without any activity. This server has neither live updates nor cash drawers. */
const always: Routes = {
  'GET /drawers': () => respond(404, {}),
  'GET /parked-sales': () => ({ parkedSales: [] }),
  'GET /checkins/live': () => respond(404, {}),
  'GET /contacts/people': () => respond(404, {}),
  'GET /health': () => ({ status: 'ok' }),
  'GET /sales-items/categories': () => ({ categories: [] }),
  'GET /devices': () => ({ devices: [] }),
  'GET /doors/controller': () => ({ hasController: false }),
  'GET /contacts/:id/blocks': () => ({ blocks: [] }),
  'GET /attention': () => ({ items: [], total: 0 }),
  'GET /attention/at-risk': () => ({ members: [], total: 0, monthly: 0 }),
  'GET /households': () => ({ households: [], pagination: createPage(0) }),
  'GET /contacts/tags': () => ({ tags: [] }),
  'GET /contacts/member-history': () => ({ days: [] }),
  'GET /contacts/:id/signatures': () => ({ signatures: [], missing: [] }),
  'GET /companies/:id/signing-certificate': () => ({ certificate: null }),
  'GET /companies/:id/exports': () => ({ export: null }),
  'GET /last-backup': () => ({ lastBackup: null }),
  'GET /contacts/:id/standing': () => createMemberSummary({ membership: null }),
  'GET /companies/:id/renewals-on-hold': () => ({ renewalsOnHold: noRenewalsOnHold }),
  'GET /reports/today': () => ({ today: createDaySoFar() }),
};

/** Replaces the network: answers `'GET /checkins'` and the like, `'GET /purchases/:key'` for any key, records every call, and fails on any other. */
export const consoleApi = (routes: Routes) => {
  const calls: Call[] = [];
  const fetching = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(String(input), 'http://localhost');
    const call: Call = {
      method: init.method ?? 'GET',
      path: url.pathname.replace(/^\/api/, ''),
      query: url.searchParams,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
      headers: new Headers(init.headers),
    };
    calls.push(call);
    const named = `${call.method} ${call.path}`;
    const route = routes[named] ?? routes[named.replace(/\/[^/]+$/, '/:key')] ?? always[named.replace(uuid, ':id')];
    if (!route) {
      console.error(`No answer for ${named}`);
      throw new Error('No answer');
    }
    const result = await Promise.race([Promise.resolve(route(call)), aborted(init.signal)]);
    const { status, body, statusText } = result instanceof Reply ? result : respond(200, result);
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, statusText });
  };
  vi.stubGlobal('fetch', vi.fn(fetching));
  return { calls, to: (name: string) => calls.filter(({ method, path }) => `${method} ${path}` === name) };
};

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/;

const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  });

/** The first call is answered by nobody, whatever the server did; each later one is answered. */
export const lostOnce = (response: Response): Response => {
  let isLost = false;
  return (call) => {
    if (isLost) return response(call);
    isLost = true;
    throw new TypeError('Failed to fetch');
  };
};

/** The keys of these calls. */
export const readKeys = (calls: readonly Call[]) => calls.map(({ headers }) => headers.get('Idempotency-Key'));

/** A promise that the test settles. */
export const later = <T>() => {
  let settle: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
};
