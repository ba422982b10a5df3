import type { CheckinEvent } from '#domain/contract/checkins.ts';
import { httpStream } from './http.ts';

export const checkinLiveActions = {
  /**
   * Calls `onNews` with the ids of check-ins as they are made at the location; none of them named means that some may
   * have been missed. Ends when the server ends the stream, throws when there is none or the line breaks.
   */
  async liveCheckins(locationId: string, onNews: (checkinIds: readonly string[]) => void, signal: AbortSignal): Promise<void> {
    const [{ EventSourceParserStream }, bytes] = await Promise.all([import('eventsource-parser/stream'), httpStream(`/checkins/live?locationId=${locationId}`, signal)]);
    const events = bytes.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).pipeThrough(new EventSourceParserStream()).getReader();
    for (let event = await events.read(); !event.done; event = await events.read()) {
      onNews((JSON.parse(event.value.data) as CheckinEvent).checkinIds);
    }
  },
};
