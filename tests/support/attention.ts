import { addDays, todayIn } from '#domain/shared/dates.ts';
import type { Gym } from './gym.ts';
import type { TestServer } from './server.ts';

/** What a gym's dashboard says needs attention. */
export function attentionCalls(server: TestServer, gym: () => Gym) {
  const listed = async (as: keyof Gym['by'] = 'operator', locationId = gym().locationId) =>
    (await gym().by[as].get(`/attention?locationId=${locationId}`)).body;
  return {
    inDays: (days: number) => addDays(todayIn(gym().timezone, server.clock.now), days),
    listed,
    kinds: async () => (await listed()).items.map(({ kind }: { kind: string }) => kind),
  };
}
