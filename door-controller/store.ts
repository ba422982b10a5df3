import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';

export interface Store<State> {
  read(): State;
  write(state: State): void;
}

/** In a file that is replaced as a whole, so that a power failure leaves the old or the new one. */
export function fileStore<State>(path: string, empty: State): Store<State> {
  let state = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as State) : empty;
  return {
    read: () => state,
    write(next) {
      state = next;
      const file = openSync(`${path}.new`, 'w', 0o600);
      writeSync(file, JSON.stringify(next));
      fsyncSync(file);
      closeSync(file);
      renameSync(`${path}.new`, path);
    },
  };
}
