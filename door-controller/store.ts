import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export interface Store<State> {
  read(): State;
  /** False when it is only in memory, and so does not outlive a restart. */
  write(state: State): boolean;
}

/**
 * In a file that is replaced as a whole, so that a power failure leaves the old or the new one. A full or broken
 * disk keeps nobody outside: what could not be written stays in memory, and goes to the file with the next change.
 */
export function fileStore<State>(path: string, empty: State, say: (error: unknown) => void): Store<State> {
  let state = load(path, empty, say);
  return {
    read: () => state,
    write(next) {
      state = next;
      try {
        save(path, JSON.stringify(next));
        return true;
      } catch (error) {
        say(error);
        return false;
      }
    },
  };
}

function load<State>(path: string, empty: State, say: (error: unknown) => void): State {
  if (!existsSync(path)) return empty;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as State;
  } catch (error) {
    say(
      `${path} could not be read: check-ins may be lost, and the door is no longer locked or held open from the console. ` +
        `Lock it again if it has to be (${String(error)})`,
    );
    setAside(path, say);
    return empty;
  }
}

function setAside(path: string, say: (error: unknown) => void): void {
  const aside = `${path}.broken`;
  try {
    renameSync(path, aside);
    say(`It is now ${aside}`);
  } catch (error) {
    say(error);
  }
}

function save(path: string, text: string): void {
  const file = openSync(`${path}.new`, 'w', 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
}
