import { expect, test } from 'vitest';
import type { ControllerState } from '#door-controller/controller.ts';
import { createDoor } from '#door-controller/door.ts';
import type { DoorLock } from '#door-controller/doorLocks.ts';

const hardware: DoorLock = {
  unlock: async () => undefined,
  holdOpen: async () => undefined,
  lock: async () => undefined,
  release: async () => undefined,
};

function doorOn(isKept: boolean) {
  let state: ControllerState = { unreported: [] };
  const write = (next: ControllerState) => {
    state = next;
    return isKept;
  };
  return { door: createDoor(hardware, { read: () => state, write }), held: () => state.held };
}

test.each([
  ['lock', 'locked'],
  ['hold_open', 'open'],
  ['release', undefined],
] as const)('%s is not acknowledged as done when a restart would undo it', async (type, held) => {
  const kept = doorOn(true);
  await kept.door.run({ type });
  expect(kept.held()).toBe(held);
  const lost = doorOn(false);
  await expect(lost.door.run({ type })).rejects.toThrow('could not save it: a restart undoes it');
  expect(lost.held()).toBe(held);
});

test('a door is opened once whatever its disk does', async () => {
  await expect(doorOn(false).door.run({ type: 'open' })).resolves.toBeUndefined();
});
