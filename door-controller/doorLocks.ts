export interface DoorLock {
  /** Releases it for some milliseconds. All throw when the hardware did not answer. */
  unlock(ms: number): Promise<void>;
  /** Until `release`. */
  holdOpen(): Promise<void>;
  /** Until `release`. */
  lock(): Promise<void>;
  /** Back to a door that is closed and opens for members. */
  release(): Promise<void>;
}

const answerMs = 3_000;

async function send(what: string, method: 'PUT' | 'POST', url: string, body?: object, token?: string): Promise<void> {
  const { ok, status } = await fetch(url, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(answerMs),
  });
  if (!ok) throw new Error(`${what} answered ${status}`);
}

interface UnifiDoor {
  readonly controller: string;
  readonly token: string;
  readonly doorId: string;
}

/** A door of UniFi Access, by the local API of its controller. How long it stays released is set there. */
export function unifiLock({ controller, token, doorId }: UnifiDoor): DoorLock {
  const put = (call: string, body?: object) =>
    send(
      'UniFi Access',
      'PUT',
      `${controller}/api/v1/developer/doors/${encodeURIComponent(doorId)}/${call}`,
      body,
      token,
    );
  return {
    unlock: () => put('unlock'),
    holdOpen: () => put('lock_rule', { type: 'keep_unlock' }),
    lock: () => put('lock_rule', { type: 'keep_lock' }),
    release: () => put('lock_rule', { type: 'reset' }),
  };
}

/** A Shelly relay, by its RPC. After `unlock` it turns itself off, also when this program stops meanwhile. */
export function shellyLock({ relay, id }: { readonly relay: string; readonly id: number }): DoorLock {
  const set = (change: { on: boolean; toggle_after?: number }) =>
    send('The Shelly relay', 'POST', `${relay}/rpc/Switch.Set`, { id, ...change });
  return {
    unlock: (ms) => set({ on: true, toggle_after: ms / 1_000 }),
    holdOpen: () => set({ on: true }),
    lock: () => set({ on: false }),
    release: () => set({ on: false }),
  };
}
