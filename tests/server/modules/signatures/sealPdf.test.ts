import { readFile } from 'node:fs/promises';
import { PDF } from '@libpdf/core';
import { describe, expect, test } from 'vitest';
import { splitAtSeal } from '#domain/signatures/seal.ts';
import type { CertificateFacts } from '#server/modules/signatures/seal/certificatePages.ts';
import { createInstallationSigner, ensureSealingKey } from '#server/modules/signatures/seal/sealingKey.ts';
import { sealPdf } from '#server/modules/signatures/seal/sealPdf.ts';
import { createPdf } from '#tests/support/pdf.ts';
import { checkWithOpenssl, hashOfStart, readText, sha256 } from '#tests/support/sealed.ts';
import { sharedServer } from '#tests/support/server.ts';
import { drawing } from '#tests/support/signing.ts';

const server = await sharedServer();
const parts = { ...server, clock: () => new Date('2026-11-27T01:30:00Z') };

const facts = (document: Uint8Array, change: Partial<CertificateFacts> = {}): CertificateFacts => ({
  id: '01900000-0000-7000-8000-000000000001',
  company: 'Iron Peak Fitness',
  location: 'Denver',
  agreement: 'Liability Waiver',
  versionNumber: 3,
  sha256: sha256(document),
  size: document.length,
  member: 'Łukasz Nguyễn 李',
  name: 'Łukasz Nguyễn 李',
  guardian: null,
  method: 'desk',
  witness: 'Sam Staff',
  emailedTo: null,
  consent: { text: 'I agree to sign electronically.', sha256: 'ab'.repeat(32) },
  ticks: [{ term: 'I train at my own risk', at: '2026-11-27T01:29:00.000Z' }],
  openedAt: new Date('2026-11-27T01:20:00Z'),
  readToEndAt: new Date('2026-11-27T01:25:00Z'),
  signedAt: new Date('2026-11-27T01:30:00Z'),
  sealedAt: new Date('2026-11-27T01:30:05Z'),
  timezone: 'America/Denver',
  ipAddress: '203.0.113.7',
  userAgent: 'Desk tablet',
  drawing: Buffer.from(drawing, 'base64'),
  verifyUrl: 'https://gym.test/verify',
  ...change,
});

const key = await ensureSealingKey(parts);
const signer = await createInstallationSigner(parts);
const sealed = (document: Uint8Array, change: Partial<CertificateFacts> = {}) =>
  sealPdf(document, facts(document, change), signer);
const isIntact = (bytes: Uint8Array) => checkWithOpenssl(bytes, key.certificate);

describe('a sealed PDF', () => {
  test.each([3, 300])(
    'of an agreement of %i pages begins with the agreement, and openssl accepts the seal',
    async (pages) => {
      const document = createPdf('Waiver', pages);
      const { bytes, before } = await sealed(document);
      expect(await hashOfStart(bytes, document.length)).toBe(sha256(document));
      expect(sha256(bytes.subarray(0, before.length))).toBe(sha256(before));
      expect(await isIntact(bytes)).toBe(true);
      const pdf = await PDF.load(bytes);
      expect([pdf.getPageCount(), pdf.recoveredViaBruteForce, pdf.warnings]).toEqual([pages + 1, false, []]);
      const text = await readText(bytes);
      expect(text[pages - 1]).toContain(`Waiver, page ${pages}`);
      expect(text[pages]).toContain('Certificate of signature');
      expect(bytes.length - document.length).toBeLessThan(120_000);
    },
  );

  test.each(['linearized', 'object-streams'])('is made of a PDF as other programs write it: %s', async (name) => {
    const document = await readFile(new URL(`../../../support/pdfs/${name}.pdf`, import.meta.url));
    const { bytes } = await sealed(document);
    expect(await hashOfStart(bytes, document.length)).toBe(sha256(document));
    expect(await isIntact(bytes)).toBe(true);
    expect((await readText(bytes)).map((text) => text.slice(0, 16))).toEqual([
      'Waiver, page 1',
      'Waiver, page 2',
      'Waiver, page 3',
      'Certificate of s',
    ]);
  });

  test.each([
    'Łukasz Nguyễn 李',
    'Nguyễn Thị Ánh Tuyết',
    'Zażółć Gęślą-Jaźń',
    '张伟 陳大文 김민준 たなか さくら',
    'Ελένη Дмитрий Ćosić Ødegård',
    'Amélie O’Connor',
  ])('has the whole name %s', async (name) => {
    const { bytes } = await sealed(createPdf(), { name, member: name });
    const [, certificate = ''] = await readText(bytes);
    expect(certificate).toContain(name);
  });

  test('an accent of its own is one letter with what it stands on, and what no font has is spelled', async () => {
    const { bytes } = await sealed(createPdf(), { name: 'Nguyễn', member: 'Ana 🏋 \u202eevil' });
    const [, certificate = ''] = await readText(bytes);
    expect(certificate).toContain('Nguyễn');
    expect(certificate).toContain('Ana [U+1F3CB] [U+202E]evil');
  });

  test('a guardian and texts as long as they may be are whole', async () => {
    const long = 'ẵ'.repeat(200);
    const ticks = Array.from({ length: 20 }, (_, index) => ({
      term: `Term ${index} ${'w'.repeat(480)}`,
      at: '2026-11-27T01:29:00.000Z',
    }));
    const document = createPdf();
    const { bytes } = await sealed(document, {
      name: long,
      guardian: { name: 'Alex Jones', relation: 'Mother' },
      ticks,
      userAgent: 'x'.repeat(500),
    });
    const certificate = (await readText(bytes)).slice(1).join('').replaceAll(/\s/g, '');
    expect(certificate).toContain(long);
    expect(certificate).toContain('SignedbyAlexJones');
    for (const { term } of ticks) expect(certificate).toContain(term.replaceAll(' ', ''));
    expect(await isIntact(bytes)).toBe(true);
  });

  test('one changed byte anywhere breaks the seal, and leaves the part before it or the seal', async () => {
    const document = createPdf();
    const { bytes, before, seal } = await sealed(document);
    const sealStart = bytes.indexOf(seal);
    const places = [
      12,
      document.length - 3,
      document.length + 40,
      before.length - 2,
      before.length + 5,
      sealStart - 1,
      sealStart,
      sealStart + 300,
      bytes.indexOf('/ByteRange', before.length) + 2,
      bytes.length - 2,
    ];
    for (const place of places) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect([place, await isIntact(changed)]).toEqual([place, false]);
      const split = splitAtSeal(changed);
      const isKnown = split && (sha256(split.before) === sha256(before) || sha256(split.seal) === sha256(seal));
      expect([place, isKnown]).toEqual([place, true]);
    }
  });
});

test('a PDF without a seal does not split', () => {
  expect(splitAtSeal(createPdf('Waiver', 300))).toBeNull();
  expect(splitAtSeal(new Uint8Array())).toBeNull();
});

test('an installation has one key, also when two servers make it at once, and another under another secret', async () => {
  const [one, two] = await Promise.all([ensureSealingKey(parts), ensureSealingKey(parts)]);
  expect(Buffer.compare(one.certificate, two.certificate)).toBe(0);
  const other = await ensureSealingKey({
    ...parts,
    config: { ...server.config, appSecret: 'another-secret-of-32-characters!!' },
  });
  expect(Buffer.compare(one.certificate, other.certificate)).not.toBe(0);
  expect(Buffer.compare((await ensureSealingKey(parts)).certificate, one.certificate)).toBe(0);
});
