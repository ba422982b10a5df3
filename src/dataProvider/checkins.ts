import type {
  Checkin,
  CheckinDenied,
  CheckinResponse,
  CheckinBody,
  CheckinListItem,
  CheckinEvent,
  CheckinPage,
  CheckinSummary,
} from '#domain/checkins/contract.ts';
import type { PeopleEvent } from '#domain/contacts/peopleContract.ts';
import type { MessageResponse } from '#domain/shared/contract.ts';
import { missedMsMax } from '#domain/shared/limits.ts';
import { http, httpStream, isFromServer, messageFrom, nullIfNotFound } from './http.ts';
import { restResource } from './restResource.ts';
import { staleBy } from './stale.ts';

export type CheckinRecord = Checkin & { contact: CheckinListItem['contact'] };

export const checkinsResource = restResource({
  path: 'checkins',
  stale: staleBy.checkins,
  rows: ({ checkins }: CheckinPage) => checkins.map(({ checkin, contact }): CheckinRecord => ({ ...checkin, contact })),
  one: ({ checkin }: CheckinResponse) => checkin,
  lacks: ['getOne', 'update', 'delete'],
});

export type CheckinOutcome =
  | ({ granted: true } & CheckinResponse)
  | ({ granted: false } & Pick<CheckinDenied, 'message' | 'frozenUntil' | 'block'>);

export interface LiveListener {
  onCheckins: (checkinIds: readonly string[]) => void;
  onPeople: (contactIds?: readonly string[]) => void;
}

export const checkinActions = {
  /** Checks a contact in. A denial is a result, not a failure: the API answers 403, an older one 200 with `accessGranted` false. */
  async checkIn(body: CheckinBody, idempotencyKey: string): Promise<CheckinOutcome> {
    try {
      const response = await http<CheckinResponse>('/checkins', {
        method: 'POST',
        body,
        idempotencyKey,
        stale: staleBy.checkins,
      });
      return response.checkin.accessGranted
        ? { granted: true, ...response }
        : { granted: false, message: response.checkin.reason ?? '' };
    } catch (error) {
      if (!isFromServer(error) || error.status !== 403) throw error;
      const denied: Partial<CheckinDenied> | undefined = error.body;
      const message = messageFrom(error, 'Failed to process check-in');
      return { granted: false, message, frozenUntil: denied?.frozenUntil, block: denied?.block };
    }
  },

  undoCheckin: (id: string): Promise<MessageResponse> =>
    http<MessageResponse>(`/checkins/${id}`, { method: 'DELETE', stale: staleBy.checkins }),

  /** Check-ins per calendar day of the location, today last; null from an API without this call. */
  checkinSummary: (locationId: string, days: number, signal?: AbortSignal) =>
    http<CheckinSummary>(`/checkins/summary?locationId=${locationId}&days=${days}`, { signal }).catch(nullIfNotFound),

  /**
   * Calls `onCheckins` with the ids of new check-ins at the location; an empty list means that some may have been missed. Calls
   * `onPeople` when a search for people finds these contacts anew, by something else or no longer; without ids it may be anybody.
   * `heard` has when the server was last heard, so that it tells which people changed since. Resolves when the server ends the stream,
   * and throws when there is none or the connection breaks, or is silent for so long that it must be dead.
   */
  async liveCheckins(
    locationId: string,
    { onCheckins, onPeople }: LiveListener,
    signal: AbortSignal,
    heard: { at?: number } = {},
  ): Promise<void> {
    const missedMs = Math.min(Math.max(0, Date.now() - (heard.at ?? Infinity)), missedMsMax);
    const connection = new AbortController();
    const cut = () => connection.abort();
    let silence = setTimeout(cut, silentMs);
    signal.addEventListener('abort', cut);
    try {
      const [{ EventSourceParserStream }, bytes] = await Promise.all([
        import('eventsource-parser/stream'),
        httpStream(`/checkins/live?locationId=${locationId}&missedMs=${missedMs}`, connection.signal),
      ]);
      const timed = new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          heard.at = Date.now();
          clearTimeout(silence);
          silence = setTimeout(cut, silentMs);
          controller.enqueue(chunk);
        },
      });
      const events = bytes
        .pipeThrough(timed)
        .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
        .pipeThrough(new EventSourceParserStream())
        .getReader();
      for (let event = await events.read(); !event.done; event = await events.read()) {
        const { event: type, data } = event.value;
        if (type === 'people') onPeople((JSON.parse(data) as PeopleEvent).contactIds);
        else onCheckins((JSON.parse(data) as CheckinEvent).checkinIds);
      }
    } finally {
      clearTimeout(silence);
      signal.removeEventListener('abort', cut);
    }
  },
};

/** The server writes something at least every 15 seconds. */
const silentMs = 45_000;
