import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';

export interface Store<State> {
  read(): State;
  write(state: State): void;
}

/**
 * In a file that is replaced as a whole, so that a power failure leaves the old or the new one. A full or broken disk keeps nobody
 * outside: what could not be written stays in memory, and goes to the file with the next change.
 */
export function fileStore<State>(path: string, empty: State, say: (error: unknown) => void): Store<State> {
  let state = load(path, empty, say);
  return {
    read: () => state,
    write(next) {
      state = next;
      try {
        save(path, JSON.stringify(next));
      } catch (error) {
        say(error);
      }
    },
  };
}

function load<State>(path: string, empty: State, say: (error: unknown) => void): State {
  if (!existsSync(path)) return empty;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as State;
  } catch (error) {
    const aside = `${path}.broken`;
    say(`${path} could not be read and is now ${aside}: what it held is not reported (${String(error)})`);
    renameSync(path, aside);
    return empty;
  }
}

function save(path: string, text: string): void {
  const file = openSync(`${path}.new`, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
}
