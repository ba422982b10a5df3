import { throttle } from 'es-toolkit';
import type { PeopleEvent } from '#domain/contacts/peopleContract.ts';
import { listIdsMax } from '#domain/shared/limits.ts';
import type { LiveEvents } from '#server/platform/live/liveEvents.ts';

/** Changes within this time are told, and read, at once. */
const batchMs = 1_000;
/**
 * When more people change than can be asked for, as by an import, a stream tells the first, some and the last. Each console then
 * reads up to ten thousand people, which costs the server some 200 ms.
 */
const everybodyEveryMs = 15_000;
/** What a console read while it opened the stream may be from before a change that was announced by then. */
const overlapMs = 10_000;

/** Tells a stream whose row of the people in memory changed at its location, and what it missed in the time before. */
export function tellPeople(
  live: LiveEvents,
  location: { id: string; companyId: string },
  missedMs: number,
  write: (text: string) => void,
): () => void {
  const changed = new Set<string>();
  let sending: NodeJS.Timeout | undefined;
  const say = (event: PeopleEvent) => write(`event: people\ndata: ${JSON.stringify(event)}\n\n`);
  const sayEverybody = throttle(() => say({}), everybodyEveryMs);
  const send = () => {
    sending = undefined;
    if (changed.size > listIdsMax) sayEverybody();
    else say({ contactIds: [...changed] });
    changed.clear();
  };
  const leave = live.onPeopleChange(
    location.companyId,
    ({ contactId, locationId = location.id }) => {
      if (locationId !== location.id) return;
      if (contactId === undefined) return sayEverybody();
      changed.add(contactId);
      sending ??= setTimeout(send, batchMs);
    },
    Date.now() - missedMs - overlapMs,
  );
  return () => {
    leave();
    sayEverybody.cancel();
    clearTimeout(sending);
  };
}
