import type { Command } from './commands.ts';
import type { ControllerState } from './controller.ts';
import type { DoorLock } from './doorLocks.ts';
import type { Store } from './store.ts';

const usualSeconds = 5;

const notSaved = 'The door did it, but its controller could not save it: a restart undoes it';

/** A lock with what the console last made of it, which outlives a restart. */
export const createDoor = (lock: DoorLock, store: Store<ControllerState>) => ({
  /** For who may pass. A door that is held open stays open. */
  async letThrough(ms: number): Promise<void> {
    if (store.read().held !== 'open') await lock.unlock(ms);
  },

  /**
   * Throws when the hardware did not do it, or when it would not outlive a restart. `open` also opens a door that is
   * locked for members.
   */
  async run({ type, seconds = usualSeconds }: Pick<Command, 'type' | 'seconds'>): Promise<void> {
    if (type === 'open') return this.letThrough(seconds * 1_000);
    if (type === 'hold_open') await lock.holdOpen();
    else if (type === 'lock') await lock.lock();
    else await lock.release();
    const { held: _held, ...state } = store.read();
    if (!store.write({ ...state, ...heldAfter[type] })) throw new Error(notSaved);
  },
});

const heldAfter = { hold_open: { held: 'open' }, lock: { held: 'locked' }, release: {} } as const;
