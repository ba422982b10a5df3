import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { findMissingAgreements } from '#server/modules/signatures/missing.ts';
import { sharedDemo } from '#tests/support/demo.ts';

const demo = await sharedDemo();
const { all, now } = demo;

const sha256 = async (key: string | null) => {
  const file = key === null ? null : await demo.files.get(key);
  return createHash('sha256')
    .update(file ? await buffer(file.body) : '')
    .digest('hex');
};

test('most members signed on paper, some at the desk, which the job seals; each a version that existed', async () => {
  const sealing = all.signatures.filter(({ seal_due_at }) => seal_due_at !== null);
  const paper = all.signatures.filter(({ method }) => method === 'paper');
  expect(sealing.every(({ method }) => method === 'desk')).toBe(true);
  expect(sealing.length + paper.length).toBe(all.signatures.length);
  expect(sealing.length).toBeGreaterThan(4);
  expect(sealing.length).toBeLessThan(40);
  expect(paper.length).toBeGreaterThan(200);
  for (const { agreement_version_id, signed_at, document_sha256 } of all.signatures) {
    const version = all.agreement_versions.find(({ id }) => id === agreement_version_id);
    expect(version && version.created_at < signed_at && signed_at <= now).toBe(true);
    expect(version?.sha256).toEqual(document_sha256);
  }
  for (const version of all.agreement_versions)
    expect(await sha256(version.file_key)).toBe(version.sha256?.toString('hex'));
  const [scan] = paper;
  expect(await sha256(scan?.file_key ?? null)).toBe(scan?.document_sha256.toString('hex'));
});

test('at each location a few members have signed nothing yet', async () => {
  for (const { id, company_id } of all.locations) {
    const members = all.contacts.filter(({ home_location_id }) => home_location_id === id);
    const missing = await demo.database.scoped([company_id], (tx) =>
      Promise.all(members.map((contact) => findMissingAgreements(tx, contact.id, now))),
    );
    const unsigned = missing.filter((names) => names.length > 0).length;
    expect(unsigned).toBeGreaterThanOrEqual(1);
    expect(unsigned).toBeLessThanOrEqual(3);
  }
});
