import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { createPdf } from '#tests/support/pdf.ts';
import { startSpotter, type SpotterProcess } from '#tests/support/spotterProcess.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';
import { demoDesk, type DemoDesk, type DeskResponse } from './demoDesk.ts';

/** Only root may mount a disk of this size on a directory. */
async function withDisk(megabytes: number, directory: string, work: () => Promise<void>): Promise<void> {
  await mkdir(directory, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', directory]);
  try {
    await work();
  } finally {
    execFileSync('umount', ['--lazy', directory]);
  }
}

const expectRefusal = ({ status, headers, body }: DeskResponse) => {
  expect({ status, message: typeof body.message, retry: Number(headers.get('retry-after')) > 0 }).toEqual({
    status: 503,
    message: 'string',
    retry: true,
  });
};

const pdf = new Blob([new Uint8Array(createPdf('x'.repeat(300_000)))], { type: 'application/pdf' });

async function addAgreement({ upload, companyId, locationId }: DemoDesk, nth: number): Promise<DeskResponse> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ name: `Waiver ${nth}`, companyId, locationId })) form.set(name, value);
  form.set('pdf', pdf, 'waiver.pdf');
  return upload('/agreements', form);
}

/** Uploads until the disk of the files is full: refused with a message, acknowledged files are whole, the rest works. */
export async function fullFilesDisk(): Promise<void> {
  const directory = await temporaryDirectory();
  const first = await startSpotter({ env: { DATA_DIR: directory } });
  await first.end('SIGTERM');
  await rm(join(directory, 'files'), { recursive: true, force: true });
  await withDisk(4, join(directory, 'files'), async () => {
    const spotter = await startSpotter({ env: { DATA_DIR: directory } });
    try {
      const desk = await demoDesk(spotter);
      const kept: { pdfUrl: string; name: string }[] = [];
      let response = await addAgreement(desk, 0);
      for (let nth = 1; response.status === 201; nth += 1) {
        kept.push({ name: response.body.agreement.name, pdfUrl: response.body.agreement.versions[0].pdfUrl });
        response = await addAgreement(desk, nth);
      }
      expectRefusal(response);
      expect(response.body.message).toMatch(/no space left/);
      expect(kept.length).toBeGreaterThan(5);
      const { agreements } = (await desk.get(`/agreements?locationId=${desk.locationId}&search=Waiver&limit=1000`))
        .body;
      expect(agreements.filter(({ name }: { name: string }) => /^Waiver \d+$/.test(name))).toHaveLength(kept.length);
      for (const { pdfUrl } of kept) expect((await desk.call('GET', pdfUrl)).body).toHaveLength(pdf.size);
      expect((await desk.send('POST', '/sales-items/purchase', desk.sale)).status).toBe(201);
    } finally {
      await spotter.end('SIGTERM');
    }
  });
}

/** Sells until the only disk is full: refused with a message, nothing acknowledged is lost, and it continues when there is space. */
export async function fullDatabaseDisk(): Promise<void> {
  const disk = join(await temporaryDirectory(), 'disk');
  await withDisk(400, disk, async () => {
    const spotter = await startSpotter({ env: { DATA_DIR: disk } });
    try {
      await sellUntilFull(spotter, disk);
    } finally {
      await spotter.end('SIGTERM');
    }
  });
}

async function sellUntilFull(spotter: SpotterProcess, disk: string): Promise<void> {
  const desk = await demoDesk(spotter);
  const kept: string[] = [];
  const ballast = join(disk, 'ballast');
  const sell = async () => {
    const response = await desk.send('POST', '/sales-items/purchase', { ...desk.sale, notes: 'n'.repeat(4_000) });
    if (response.status === 201) kept.push(response.body.invoice.id);
    return response;
  };
  for (let nth = 0; nth < 50; nth += 1) expect((await sell()).status).toBe(201);
  // Expected to fail at the last byte.
  await writeFile(ballast, Buffer.alloc(400 * 2 ** 20)).catch(() => undefined);
  let response = await sell();
  for (let nth = 0; nth < 50_000 && response.status === 201; nth += 1) response = await sell();
  expectRefusal(response);
  console.log(`a full disk, after ${kept.length} sales: ${response.body.message}`);
  await rm(ballast);
  const deadline = Date.now() + 30_000;
  while ((await sell()).status !== 201 && Date.now() < deadline) await sleep(100);
  expect((await sell()).status).toBe(201);
  for (const id of kept) expect((await desk.get(`/invoices/${id}`)).status).toBe(200);
}
