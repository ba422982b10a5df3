import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPeopleChanges, type PeopleChange } from '#server/platform/live/peopleChanges.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const begun = () => {
  const people = createPeopleChanges();
  people.begin();
  const follow = (since?: number, companyId = 'gym') => {
    const heard: PeopleChange[] = [];
    const leave = people.follow(companyId, (change) => heard.push(change), since);
    return { contacts: () => heard.map(({ contactId = 'anybody' }) => contactId), heard, leave };
  };
  const change = (contactId: string, laterMs = 1_000) => {
    people.hear(`gym ${contactId} north`);
    vi.advanceTimersByTime(laterMs);
  };
  return { people, follow, change };
};

test.each([
  ['gym ann north', { companyId: 'gym', contactId: 'ann', locationId: 'north' }],
  ['gym ann *', { companyId: 'gym', contactId: 'ann' }],
  ['gym', { companyId: 'gym' }],
])('%j is a change for those who follow the company', (payload, change) => {
  const { people, follow } = begun();
  const [here, gone, elsewhere] = [follow(), follow(), follow(undefined, 'rival')];
  gone.leave();
  people.hear(payload);
  expect(here.heard).toEqual([change]);
  expect([gone.heard, elsewhere.heard]).toEqual([[], []]);
});

test('a listener that comes back hears the changes since then, of its company', () => {
  const { follow, change } = begun();
  vi.advanceTimersByTime(60_000);
  change('early');
  const away = Date.now();
  change('late');
  expect(follow(away).contacts()).toEqual(['late']);
  expect(follow(away, 'rival').contacts()).toEqual([]);
  expect(follow().contacts()).toEqual([]);
});

test('a listener that was away for longer than changes are kept hears that it may be anybody', () => {
  const { follow, change } = begun();
  change('old', 11 * 60_000);
  const away = Date.now() - 60_000;
  change('new');
  expect(follow(away).contacts()).toEqual(['new']);
  expect(follow(away - 15 * 60_000).contacts()).toEqual(['anybody']);
});

test('of very many changes the last are kept, and who needs the others hears that it may be anybody', () => {
  const { people, follow } = begun();
  const before = Date.now();
  vi.advanceTimersByTime(1_000);
  people.hear('gym first north');
  vi.advanceTimersByTime(1_000);
  for (let n = 0; n < 20_000; n += 1) people.hear(`gym other${n} north`);
  expect(follow(before).contacts()).toEqual(['anybody']);
  expect(follow(Date.now()).contacts()).toHaveLength(20_000);
});

test('after a lost connection everybody hears that it may be anybody, and so do those who were away meanwhile', () => {
  const { people, follow, change } = begun();
  const stays = follow();
  const away = Date.now();
  change('ann');
  people.end();
  const late = follow(away);
  vi.advanceTimersByTime(5_000);
  people.begin();
  expect(stays.contacts()).toEqual(['ann', 'anybody']);
  expect(late.contacts().at(-1)).toBe('anybody');
  expect(follow(away).contacts()).toEqual(['anybody']);
  expect(follow(Date.now()).contacts()).toEqual([]);
});
