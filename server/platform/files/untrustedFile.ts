import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import pLimit from 'p-limit';

/**
 * What an untrusted file is, as far as it can be read. A few hundred bytes may ask for billions of entries, or for gigabytes of
 * zeros, and the library that reads them has no limits. So a process of its own reads each first, and is killed when it takes
 * too long or too much memory. In a thread, a file could still end the whole server.
 */
export type Reading =
  | {
      readonly is: 'pdf';
      readonly isEncrypted: boolean;
      /** Nobody can open it without a password. */
      readonly isLocked: boolean;
      readonly isRepaired: boolean;
      readonly pages: number;
    }
  | { readonly is: 'p12' }
  | { readonly is: 'unreadable' }
  | { readonly is: 'too costly' };

type Question =
  | { readonly kind: 'pdf'; readonly bytes: Uint8Array }
  | { readonly kind: 'p12'; readonly bytes: Uint8Array; readonly password: string };

const mostMs = 3_000;
const mostMegabytes = 384;
const measuredEveryMs = 50;
/** It is ready for the next file for a while: loading the library takes it a quarter of a second. */
const keptMs = 60_000;

/** As text, because the server is one bundle, and this needs none of it. */
const program = `
process.on('disconnect', () => process.exit());
process.on('message', async ({ kind, bytes, password }) => {
  const { PDF, P12Signer } = await import(process.argv[1]);
  process.send('begins');
  try {
    if (kind === 'p12') {
      await P12Signer.create(bytes, password);
      return process.send({ is: 'p12' });
    }
    const pdf = await PDF.load(bytes);
    const { isEncrypted, isAuthenticated, recoveredViaBruteForce: isRepaired } = pdf;
    const isLocked = isEncrypted && !isAuthenticated;
    process.send({ is: 'pdf', isEncrypted, isLocked, isRepaired, pages: pdf.getPageCount() });
  } catch {
    process.send({ is: 'unreadable' });
  }
});`;

let reader: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;

function endReader(): void {
  reader?.kill('SIGKILL');
  reader = undefined;
}

/** Without the server's variables, which hold its secrets. */
function startReader(): ChildProcess {
  const options = [`--max-old-space-size=${mostMegabytes}`, '--eval', program, import.meta.resolve('@libpdf/core')];
  const started = spawn(process.execPath, options, {
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const forget = () => {
    if (reader === started) reader = undefined;
  };
  started.once('exit', forget).once('error', forget).unref();
  return started;
}

const inTurn = pLimit(1);

/** One after another, so that hostile files slow down each other only. */
export const readUntrustedFile = (question: Question): Promise<Reading> =>
  inTurn(async () => {
    clearTimeout(idle);
    const reading = await ask((reader ??= startReader()), question);
    if (reading.is === 'too costly') endReader();
    else idle = setTimeout(endReader, keptMs).unref();
    return reading;
  });

const ask = (asked: ChildProcess, question: Question): Promise<Reading> =>
  new Promise((resolve) => {
    const timers: NodeJS.Timeout[] = [];
    const end = (reading: Reading) => {
      for (const timer of timers) clearTimeout(timer);
      asked.off('message', hear).off('exit', giveUp).off('error', giveUp);
      asked.channel?.unref();
      resolve(reading);
    };
    const giveUp = () => end({ is: 'too costly' });
    const measure = async () => {
      if ((await readResidentMegabytes(asked)) > mostMegabytes) giveUp();
    };
    const hear = (message: unknown) => {
      if (message !== 'begins') return end(message as Reading);
      timers.push(
        setTimeout(giveUp, mostMs),
        setInterval(() => void measure(), measuredEveryMs),
      );
    };
    asked.on('message', hear).on('exit', giveUp).on('error', giveUp);
    if (!asked.connected) return giveUp();
    asked.channel?.ref();
    asked.send(question, (error) => error && giveUp());
  });

const pageBytes = 4096;

/** 0 where the system does not say: then only the time is limited, and the memory of objects. */
async function readResidentMegabytes({ pid }: ChildProcess): Promise<number> {
  const pages = (await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')).split(' ')[1] ?? '0';
  return (Number(pages) * pageBytes) / 1024 / 1024;
}
