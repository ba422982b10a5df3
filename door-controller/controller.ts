import { randomUUID } from 'node:crypto';
import { findAnswer, isFresh, toEntry, readList, type SignedList } from './accessList.ts';
import type { Store } from './store.ts';

interface Passage {
  readonly key: string;
  readonly code?: string;
  readonly doorId?: string;
  readonly type: 'entry' | 'exit';
  readonly at: string;
  readonly granted: boolean;
  readonly reasonCode?: string;
}

/** What has to outlive a power failure. */
export interface ControllerState {
  readonly list?: SignedList & { readonly etag: string };
  /** What Spotter has not confirmed yet, the oldest first. */
  readonly unreported: readonly Passage[];
  /** Set from the console until it is released. */
  readonly held?: 'open' | 'locked';
}

interface ControllerOptions {
  readonly url: string;
  readonly token: string;
  /** As `POST /devices/pair` gave them. */
  readonly listKey: string;
  readonly publicKey: string;
  readonly store: Store<ControllerState>;
  readonly clock?: () => Date;
  readonly fetch?: typeof fetch;
  /** How long somebody waits at the door for an answer. */
  readonly waitMs?: number;
}

interface Scan {
  readonly code?: string;
  readonly doorId?: string;
  readonly type?: 'entry' | 'exit';
}

const batchMax = 500;
/** A call that nobody waits for at the door. A line that is broken may never say so. */
const patienceMs = 60_000;
const usualUnlockMs = 5_000;

/**
 * The core of a door controller: answers from a fresh list at once and reports afterwards; asks where the list does not let somebody in;
 * and without an answer lets in whoever the list says to ask about, and nobody else.
 */
export function createController(options: ControllerOptions) {
  const { url, token, listKey, publicKey, store, clock = () => new Date(), waitMs = 1_500 } = options;
  const send = options.fetch ?? fetch;
  const headers = { authorization: `Bearer ${token}` };
  /** When each card last came in, for the pass sharing of the list. */
  const cameIn = new Map<string, number>();

  const post = (path: string, body: object, more: RequestInit & { headers?: Record<string, string> } = {}) =>
    send(`${url}/api${path}`, {
      signal: AbortSignal.timeout(patienceMs),
      ...more,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', ...more.headers },
      body: JSON.stringify(body),
    });

  function freshList() {
    const signed = store.read().list;
    const list = signed && readList(signed, publicKey);
    return list && isFresh(list, clock()) ? list : undefined;
  }

  /** Whether Spotter has removed this device. Then its list lets nobody in any more. */
  function isRemoved(reply: Response | undefined): boolean {
    if (reply?.status !== 401) return false;
    const { list: _list, ...state } = store.read();
    store.write(state);
    return true;
  }

  /** False when there was no answer. */
  async function refreshList(): Promise<boolean> {
    const { list: known } = store.read();
    const reply = await send(`${url}/api/devices/self/access-list`, {
      signal: AbortSignal.timeout(patienceMs),
      headers: { ...headers, ...(known && { 'if-none-match': known.etag }) },
    }).catch(() => undefined);
    if (reply?.status === 304 || isRemoved(reply)) return true;
    if (reply?.status !== 200) return false;
    const signed = (await reply.json()) as SignedList;
    if (!readList(signed, publicKey)) return false;
    store.write({ ...store.read(), list: { ...signed, etag: reply.headers.get('etag') ?? '' } });
    return true;
  }

  const keep = (passage: Passage) => {
    const state = store.read();
    store.write({ ...state, unreported: [...state.unreported, passage] });
  };

  /** Undefined without an answer in time. */
  async function ask(scan: Scan, key: string) {
    const reply = await post('/checkins', scan, {
      headers: { 'idempotency-key': key },
      signal: AbortSignal.timeout(waitMs),
    }).catch(() => undefined);
    if (isRemoved(reply)) return { granted: false, unlockMs: 0 };
    if (reply?.status !== 200) return undefined;
    const { checkin, unlockMs } = (await reply.json()) as { checkin: { accessGranted: boolean }; unlockMs: number };
    return { granted: checkin.accessGranted, unlockMs };
  }

  return {
    refreshList,

    /** For how long to release the lock; 0: not at all. The way out is never decided here: `exit` only says that it was used. */
    async scan({ code: read, doorId, type = 'entry' }: Scan): Promise<number> {
      // A whole page may be held up to a reader, and reports have 1 MB.
      const code = read?.slice(0, 200);
      const key = randomUUID();
      const now = clock();
      const seen = { key, ...(code && { code }), ...(doorId && { doorId }), type, at: now.toISOString() };
      const hash = code ? toEntry(listKey, code) : '';
      if (type === 'exit') {
        cameIn.delete(hash);
        keep({ ...seen, granted: true });
        return usualUnlockMs;
      }
      if (store.read().held === 'locked') {
        keep({ ...seen, granted: false });
        return 0;
      }
      const list = freshList();
      const answer = list ? findAnswer(list, hash, now) : 'not listed';
      // A clock that was put right since may show an earlier time.
      const minutes = Math.abs(now.getTime() - (cameIn.get(hash) ?? -Infinity)) / 60_000;
      if (answer !== 'not listed' && minutes < (list?.reentryMinutes ?? 0)) {
        keep({ ...seen, granted: false, reasonCode: 'already_inside' });
        return 0;
      }
      const told =
        answer === 'granted' ? undefined : await ask({ ...(code && { code }), ...(doorId && { doorId }) }, key);
      const granted = told?.granted ?? answer !== 'not listed';
      if (granted) cameIn.set(hash, now.getTime());
      if (!told) keep({ ...seen, granted });
      return granted ? (told?.unlockMs ?? usualUnlockMs) : 0;
    },

    /** Sends what happened until nothing is left. False when there was no answer; what was not confirmed is kept. */
    async report(): Promise<boolean> {
      for (;;) {
        const checkins = store.read().unreported.slice(0, batchMax);
        if (checkins.length === 0) return true;
        const reply = await post('/devices/self/checkins', { checkins }).catch(() => undefined);
        if (reply?.status !== 200) return false;
        const { results } = (await reply.json()) as { results: { key: string }[] };
        const confirmed = new Set(results.map(({ key }) => key));
        const state = store.read();
        store.write({ ...state, unreported: state.unreported.filter(({ key }) => !confirmed.has(key)) });
      }
    },
  };
}

export type Controller = ReturnType<typeof createController>;
