import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SigningCertificate } from '#domain/signatures/certificateContract.ts';
import { someSettings } from '#tests/support/companies.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import '#src/resources/settings/SettingsPage.tsx';
import '#src/resources/settings/CertificateDialog.tsx';

const path = `/companies/${ironPeak.id}/signing-certificate`;
const certificate: SigningCertificate = {
  subject: 'CN=Iron Peak LLC, C=US',
  issuer: 'CN=Some Authority',
  validFrom: '2026-01-01T00:00:00.000Z',
  validTo: '2028-01-05T12:00:00.000Z',
  isUsed: true,
  uploadedAt: '2026-02-03T12:00:00.000Z',
  uploadedBy: 'Ada Owner',
};
const open = (routes: Routes = {}, level: 'admin' | 'manager' = 'admin') =>
  renderScreen(
    '/settings',
    { [`GET /companies/${ironPeak.id}/settings`]: () => ({ settings: someSettings() }), ...routes },
    { level },
  );
const section = async () => within(await screen.findByRole('region', { name: 'Signing Certificate' }));

test('a file and its password are uploaded', async () => {
  const { user, api } = open({ [`POST ${path}`]: () => respond(201, { message: 'Certificate saved', certificate }) });
  expect(await (await section()).findByText('Agreements are sealed with Spotter’s own certificate.')).toBeVisible();
  await user.click((await section()).getByRole('button', { name: 'Upload certificate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload certificate' }));
  await user.click(dialog.getByRole('button', { name: 'Upload' }));
  expect(dialog.getByText('Choose a .p12 or .pfx file')).toBeVisible();
  await user.upload(dialog.getByLabelText('File'), new File(['key'], 'gym.p12', { type: 'application/x-pkcs12' }));
  await user.type(dialog.getByLabelText('Password of the file'), 'open sesame');
  await user.click(dialog.getByRole('button', { name: 'Upload' }));
  expect(await screen.findByText('Certificate saved')).toBeVisible();
  const form = api.to(`POST ${path}`)[0]?.body as FormData;
  expect([form.get('password'), (form.get('file') as File).name]).toEqual(['open sesame', 'gym.p12']);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a refusal shows the server’s message', async () => {
  const { user } = open({ [`POST ${path}`]: () => respond(400, { message: 'This certificate has expired' }) });
  await user.click(await (await section()).findByRole('button', { name: 'Upload certificate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload certificate' }));
  await user.upload(dialog.getByLabelText('File'), new File(['key'], 'gym.p12'));
  await user.click(dialog.getByRole('button', { name: 'Upload' }));
  expect(await dialog.findByText('This certificate has expired')).toBeVisible();
});

test('says whose it is and until when, and is removed after a question', async () => {
  const { user, api } = open({
    [`GET ${path}`]: () => ({ certificate }),
    [`DELETE ${path}`]: () => ({ message: 'Certificate removed' }),
  });
  const shown = await section();
  for (const text of ['CN=Iron Peak LLC, C=US', 'CN=Some Authority', 'January 5, 2028'])
    expect(await shown.findByText(text)).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'Remove' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Certificate removed')).toBeVisible();
  expect(api.to(`DELETE ${path}`)).toHaveLength(1);
});

test('one that has expired says that Spotter’s own is used', async () => {
  open({ [`GET ${path}`]: () => ({ certificate: { ...certificate, isUsed: false } }) });
  expect(await (await section()).findByText(/^This certificate is not valid now\./)).toBeVisible();
});
