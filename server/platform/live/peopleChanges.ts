/** A search finds this contact anew, by something else, or no longer: without `locationId` at all, without `contactId` it may be anybody. */
export interface PeopleChange {
  readonly companyId: string;
  readonly contactId?: string | undefined;
  readonly locationId?: string | undefined;
}

export type PeopleListener = (change: PeopleChange) => void;

/** Longer than it takes to open a stream again, and than a look at another tab. */
const keptMs = 10 * 60_000;
const mostKept = 20_000;

/** Tells listeners which people changed, and those who come back also what they missed. */
export function createPeopleChanges() {
  const listeners = new Map<string, Set<PeopleListener>>();
  let kept: { at: number; change: PeopleChange }[] = [];
  /** All changes after this are in `kept`. Undefined while there is no connection. */
  let keptSince: number | undefined;

  const tell = (change: PeopleChange) => listeners.get(change.companyId)?.forEach((listener) => listener(change));

  function forgetOld(now: number) {
    const tooMany = kept.length - mostKept;
    const firstNew = kept.findIndex(({ at }, index) => index >= tooMany && at > now - keptMs);
    const gone = kept.splice(0, firstNew < 0 ? kept.length : firstNew);
    keptSince = gone.at(-1)?.at ?? keptSince;
  }

  return {
    /** The connection is there, and whatever happened before is not known. */
    begin() {
      kept = [];
      keptSince = Date.now();
      for (const companyId of listeners.keys()) tell({ companyId });
    },
    end() {
      keptSince = undefined;
    },
    hear(payload: string) {
      const [companyId = '', contactId, locationId] = payload.split(' ');
      const change = { companyId, contactId, locationId: locationId === '*' ? undefined : locationId };
      kept.push({ at: Date.now(), change });
      if (kept.length > mostKept) forgetOld(Date.now());
      tell(change);
    },
    follow(companyId: string, listener: PeopleListener, since = Infinity) {
      const stop = addListener(listeners, companyId, listener);
      forgetOld(Date.now());
      // Without a connection everybody is told when there is one.
      if (keptSince !== undefined && since < keptSince) listener({ companyId });
      else for (const { at, change } of kept) if (at >= since && change.companyId === companyId) listener(change);
      return stop;
    },
  };
}

/** Returns what removes it again. */
export function addListener<T>(listeners: Map<string, Set<T>>, key: string, listener: T): () => void {
  const those = listeners.get(key) ?? new Set();
  listeners.set(key, those.add(listener));
  return () => {
    those.delete(listener);
    if (those.size === 0 && listeners.get(key) === those) listeners.delete(key);
  };
}
