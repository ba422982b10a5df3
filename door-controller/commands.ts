import { setTimeout as sleep } from 'node:timers/promises';

export interface Command {
  readonly id: string;
  readonly type: 'open' | 'hold_open' | 'lock' | 'release';
  readonly doorId: string;
  readonly seconds?: number;
  readonly expiresAt: string;
}

interface Options {
  readonly url: string;
  readonly token: string;
  /** Throws when it could not be done. */
  readonly run: (command: Command) => Promise<void>;
  readonly signal: AbortSignal;
  readonly clock?: () => Date;
  /** After so long without a word the connection is taken for dead. */
  readonly silentMs?: number;
}

const againMs = 2_000;
const acknowledgementMs = 5_000;
/** Spotter says something every 15 seconds. */
const beatsMs = 45_000;

/**
 * Follows the commands of Spotter and acknowledges each, until the signal or until the device is removed. Opens the stream again when it
 * ends or falls silent, and finishes what it began.
 */
export async function followCommands({
  url,
  token,
  run,
  signal,
  clock = () => new Date(),
  silentMs = beatsMs,
}: Options): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const running = new Set<Promise<void>>();
  while (!signal.aborted) {
    const dead = new AbortController();
    const watch = setTimeout(() => dead.abort(), silentMs);
    try {
      const either = AbortSignal.any([signal, dead.signal]);
      const reply = await fetch(`${url}/api/devices/self/commands`, { headers, signal: either });
      if (reply.status === 401) break;
      if (reply.body && reply.ok)
        for await (const command of commandsIn(reply.body, () => watch.refresh())) {
          const answered: Promise<void> = answer(command).finally(() => running.delete(answered));
          running.add(answered);
        }
    } catch {
      // The line is down, or the signal came.
    } finally {
      clearTimeout(watch);
    }
    await sleep(againMs, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(running);

  async function answer(command: Command): Promise<void> {
    const done = clock() < new Date(command.expiresAt);
    const message = done ? await run(command).then(() => undefined, String) : 'It came too late';
    await fetch(`${url}/api/devices/self/commands/${command.id}/acknowledgement`, {
      method: 'POST',
      signal: AbortSignal.timeout(acknowledgementMs),
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        done: message === undefined,
        ...(message && { message: [...message].slice(0, 200).join('') }),
      }),
    }).catch(() => undefined);
  }
}

async function* commandsIn(body: ReadableStream<Uint8Array>, onChunk: () => void): AsyncGenerator<Command> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    onChunk();
    text += decoder.decode(chunk, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) if (event.startsWith('data: ')) yield JSON.parse(event.slice(6)) as Command;
  }
}
