import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
// The page's own chunk, so that no test waits for it.
import '#src/custom/sign/VerifyPage.tsx';
import type { Verdict } from '#domain/signatures/verifyContract.ts';
import { createPdf } from '#tests/support/pdf.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { renderAuth } from '#tests/support/render.tsx';

const known: Verdict = {
  known: true,
  sealed: true,
  intact: true,
  company: 'Iron Peak Fitness',
  agreement: 'Liability Waiver',
  version: 3,
  signedAt: '2026-11-27T01:30:00.000Z',
  signer: 'Ł. N.',
};
const unknown: Verdict = { known: false, sealed: false, intact: false };

const check = async (routes: Routes) => {
  const view = renderAuth('/verify', routes);
  const file = new File([new Uint8Array(createPdf())], 'waiver.pdf', { type: 'application/pdf' });
  await view.user.upload(await screen.findByLabelText(/Choose a PDF/), file);
};

test('sends the hash of the file and nothing of it, and says what it is', async () => {
  const sent: unknown[] = [];
  await check({
    'POST /verify': ({ body }) => {
      sent.push(body);
      return known;
    },
  });
  const result = within(await screen.findByRole('region', { name: 'Result' }));
  expect(result.getByRole('heading', { name: 'This file is genuine' })).toHaveFocus();
  expect(result.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'waiver.pdf',
    'Liability Waiver, version 3',
    'Iron Peak Fitness',
    expect.stringContaining('2026'),
    'Ł. N.',
  ]);
  expect(sent).toEqual([{ hashes: { whole: expect.stringMatching(/^[0-9a-f]{64}$/) } }]);
  expect(document.title).toBe('Check a Signed PDF · Spotter');
});

test('says that a file was changed', async () => {
  await check({ 'POST /verify': () => ({ ...known, intact: false }) });
  expect(await screen.findByRole('heading', { name: 'This file was changed' })).toBeVisible();
  expect(screen.getByText('Liability Waiver, version 3')).toBeVisible();
});

test('says that it does not know a file', async () => {
  await check({ 'POST /verify': () => unknown });
  expect(await screen.findByRole('heading', { name: 'Spotter does not know this file' })).toBeVisible();
  expect(screen.getAllByRole('definition')).toHaveLength(1);
});

test.each([
  [429, 'Too many files were checked. Please try again later.', 'Too many files were checked. Please try again later.'],
  [500, 'Broken', 'The file could not be checked. Check your connection and try again.'],
])('a failure of %i is said', async (status, message, shown) => {
  await check({ 'POST /verify': () => respond(status, { message }) });
  expect(await screen.findByRole('alert')).toHaveTextContent(shown);
});
