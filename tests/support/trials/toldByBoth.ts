import { EventSourceParserStream } from 'eventsource-parser/stream';
import { expect } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { aGym } from '#tests/support/gym.ts';
import { tokenOf } from '#tests/support/httpCaller.ts';
import { testServer } from '#tests/support/server.ts';
import { spotterPair } from '#tests/support/spotterPair.ts';

/** Listens for check-ins at one Spotter while the other creates them, then kills the first and listens again through the balancer. */
export async function toldByBoth(count: number): Promise<void> {
  const server = await testServer();
  const pair = await spotterPair(server);
  try {
    const gym = await aGym(server);
    const contactId = await builders(server, gym).contact();
    const token = await tokenOf(server, gym.users.admin);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const listen = async (url: string) => {
      const answer = await fetch(`${url}/api/checkins/live?locationId=${gym.locationId}`, { headers });
      if (!answer.body) throw new Error('The answer has no body');
      const events = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
      const heard = async () => JSON.parse((await events.read()).value?.data ?? 'null')?.checkinIds as string[] | undefined;
      // The Spotter's connection to the database is new, so everything must be read.
      expect(await heard()).toEqual([]);
      return heard;
    };
    const checkIn = async (url: string): Promise<string> => {
      const body = JSON.stringify({ contactId, locationId: gym.locationId, doorId: 'Side Entrance' });
      const answer = await fetch(`${url}/api/checkins`, { method: 'POST', headers, body });
      return ((await answer.json()) as { checkin: { id: string } }).checkin.id;
    };

    const [first = '', second = ''] = pair.both.map(({ url }) => url);
    const [atFirst, atSecond] = [await listen(first), await listen(second)];
    for (let nth = 0; nth < count; nth += 1) {
      const made = await checkIn(nth % 2 === 0 ? first : second);
      expect([await atFirst(), await atSecond()]).toEqual([[made], [made]]);
    }

    await pair.kill(0);
    // The stream breaks off, which a caller sees as an error or as an end.
    expect(await atFirst().catch(() => undefined)).toBeUndefined();
    const made = await checkIn(pair.url);
    expect(await atSecond()).toEqual([made]);
    await pair.startAgain(0);
    const again = await listen(pair.both[0]?.url ?? '');
    const last = await checkIn(second);
    expect([await again(), await atSecond()]).toEqual([[last], [last]]);
  } finally {
    await pair.close();
    await server.close();
  }
}
