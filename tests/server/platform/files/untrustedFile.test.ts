import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { readUntrustedFile } from '#server/platform/files/untrustedFile.ts';
import { endlessPdf, hugePdf } from '#tests/support/hostilePdfs.ts';
import { longestStall } from '#tests/support/longestStall.ts';
import { samplePdf } from '#tests/support/multipart.ts';

const readPdf = (bytes: Uint8Array) => readUntrustedFile({ kind: 'pdf', bytes });
const sample = { is: 'pdf', isEncrypted: false, isLocked: false, isRepaired: false, pages: expect.any(Number) };

test.each([
  ['asks for four billion entries in 340 bytes', endlessPdf],
  ['is a gigabyte of zeros in one megabyte', hugePdf],
])('a PDF that %s is given up, the server goes on meanwhile, and the next file is read', async (_case, build) => {
  const bytes = build();
  const { result, stallMs } = await longestStall(() => readPdf(bytes));
  expect(result).toEqual({ is: 'too costly' });
  expect(stallMs).toBeLessThan(5_000);
  expect(await readPdf(samplePdf)).toEqual(sample);
});

/** All that this process has started. */
const children = async () => (await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')).split(' ');

test.skipIf(!existsSync('/proc/self/task'))('a reader that the system has ended meanwhile is replaced', async () => {
  expect(await readPdf(samplePdf)).toEqual(sample);
  const killed: string[] = [];
  for (const pid of await children()) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!command.includes('--max-old-space-size')) continue;
    process.kill(Number(pid), 'SIGKILL');
    killed.push(pid);
  }
  await vi.waitFor(async () => {
    const left = await children();
    expect(killed.filter((pid) => left.includes(pid))).toEqual([]);
  });
  expect(await readPdf(samplePdf)).toEqual(sample);
});

test('what is no PDF is unreadable, and several files at once get each their own answer', async () => {
  const files = [samplePdf, Buffer.from('%PDF-1.7 nothing'), samplePdf, endlessPdf(), samplePdf];
  expect(await Promise.all(files.map(readPdf))).toEqual([
    sample,
    { is: 'unreadable' },
    sample,
    { is: 'too costly' },
    sample,
  ]);
});
