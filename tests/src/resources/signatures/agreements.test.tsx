import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import '#src/resources/contacts/ContactShow.tsx';
import '#src/resources/signatures/AgreementsSection.tsx';
import type { MissingAgreement, Signature } from '#domain/signatures/contract.ts';
import { expireSession } from '#src/authProvider/session.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { at, maya, missingWaiver, opened, tab } from '#tests/support/contactPage.ts';
import { createPdf } from '#tests/support/pdf.ts';
import { createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const signed = (change: Partial<Signature> = {}): Signature => ({
  id: '018f0000-0000-7000-8000-00000000f004',
  agreementId: '018f0000-0000-7000-8000-00000000f005',
  agreementName: 'House Rules',
  agreementVersionId: '018f0000-0000-7000-8000-00000000f006',
  versionNumber: 2,
  sha256: 'a'.repeat(64),
  contactMembershipId: null,
  name: 'Maya Okafor',
  guardian: null,
  signedAt: '2026-01-06T17:00:00.000Z',
  witnessedBy: 'Dana Whitfield',
  method: 'desk',
  isSealing: false,
  counts: true,
  ...change,
});

const show = async (
  list: { signatures?: Signature[]; missing?: MissingAgreement[] },
  routes: Routes = {},
  render = renderScreen,
) => {
  const all = {
    [`GET ${at}`]: () => ({ contact: { ...maya, dateOfBirth: '1990-05-01' }, homeLocation: null }),
    [`GET ${at}/signatures`]: () => ({ signatures: [], missing: [], ...list }),
    ...routes,
  };
  const view = opened(at, all, 'admin', render);
  await view.user.click(await tab('Memberships'));
  const section = within(await screen.findByRole('region', { name: 'Agreements' }));
  return { ...view, section };
};

test('lists what is missing and what was signed, how and by whom', async () => {
  const { section } = await show({
    missing: [missingWaiver],
    signatures: [
      signed(),
      signed({ id: '018f0000-0000-7000-8000-00000000f007', isSealing: true, method: 'link' }),
      signed({ id: '018f0000-0000-7000-8000-00000000f008', method: 'paper' }),
      signed({
        id: '018f0000-0000-7000-8000-00000000f009',
        counts: false,
        guardian: { name: 'Alex', relation: 'Mother' },
      }),
    ],
  });
  const list = await section.findByRole('list', { name: 'Agreements' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Liability WaiverNot signedVersion 3, for Monthly UnlimitedUpload paperSign now',
    'House RulesSignedVersion 2, signed by Maya Okafor at the desk, Jan 6, 2026, 10:00 AMDownload',
    'House RulesSealingVersion 2, signed by Maya Okafor by a link, Jan 6, 2026, 10:00 AM',
    'House RulesPaperVersion 2, signed by Maya Okafor on paper, Jan 6, 2026, 10:00 AMDownload',
    'House RulesSign againVersion 2, signed by Alex (Mother) for Maya Okafor at the desk, Jan 6, 2026, 10:00 AMDownload',
  ]);
});

test('without any it says so', async () => {
  const { section } = await show({});
  expect(await section.findByText('No plan of this contact asks for an agreement.')).toBeVisible();
  expect(section.queryByRole('button')).toBeNull();
});

test('Sign now takes the ticks, the name and the consent', async () => {
  const { user, section, api } = await show(
    { missing: [missingWaiver] },
    { [`POST ${at}/signatures`]: () => respond(201, { message: 'Agreement signed', signature: signed() }) },
  );
  await user.click(await section.findByRole('button', { name: 'Sign now' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign Liability Waiver' }));
  expect(dialog.getByLabelText('Liability Waiver, PDF')).toHaveAttribute('data', '/api/files/waiver.pdf');
  const press = () => user.click(dialog.getByRole('button', { name: 'Sign' }));
  await press();
  expect(dialog.getByRole('alert')).toHaveTextContent('Tick each term first');
  for (const box of dialog.getAllByRole('checkbox')) await user.click(box);
  await press();
  expect(dialog.getByRole('alert')).toHaveTextContent('Name is required');
  await user.type(dialog.getByLabelText('Full name, typed by the signer'), 'Maya Okafor');
  await press();
  expect(await screen.findByText('Agreement signed')).toBeVisible();
  expect(api.to(`POST ${at}/signatures`).map(({ body }) => body)).toMatchObject([
    {
      agreementVersionId: missingWaiver.agreementVersionId,
      contactMembershipId: missingWaiver.contactMembershipId,
      name: 'Maya Okafor',
      consent: true,
      ticks: [{ term: 'I have read it.' }],
    },
  ]);
});

test('A name is kept when the session ends, a drawing is not, and the signer ticks and agrees again', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,iVBORw0KGgo=');
  HTMLElement.prototype.setPointerCapture ??= () => undefined;
  const sign = async () => {
    const view = await show(
      { missing: [missingWaiver] },
      { [`POST ${at}/signatures`]: () => respond(201, { message: 'Agreement signed', signature: signed() }) },
      (path, routes, place) => renderScreen(path, routes, { ...place, account: { id: maya.id } }),
    );
    await view.user.click(await view.section.findByRole('button', { name: 'Sign now' }));
    return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'Sign Liability Waiver' })) };
  };
  const first = await sign();
  for (const tick of first.dialog.getAllByRole('checkbox')) await first.user.click(tick);
  await first.user.type(first.dialog.getByLabelText('Full name, typed by the signer'), 'Maya Okafor');
  const pad = first.dialog.getByRole('img', { name: 'Drawn signature' });
  fireEvent.pointerDown(pad);
  fireEvent.pointerUp(pad);
  expireSession();
  expect(Object.values({ ...sessionStorage }).join(' ')).toContain('Maya Okafor');
  expect(Object.values({ ...sessionStorage }).join(' ')).not.toContain('iVBORw0KGgo');
  first.unmount();

  const { user, dialog, api } = await sign();
  expect(dialog.getByText(/The names were kept\. Tick, draw and agree again\.$/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Restore' }));
  const boxes = dialog.getAllByRole('checkbox');
  for (const tick of boxes) expect(tick).not.toBeChecked();
  for (const tick of boxes) await user.click(tick);
  await user.click(dialog.getByRole('button', { name: 'Sign' }));
  expect(await screen.findByText('Agreement signed')).toBeVisible();
  const [body] = api.to(`POST ${at}/signatures`).map((sent) => sent.body);
  expect(body).toMatchObject({ name: 'Maya Okafor' });
  expect(body).not.toHaveProperty('drawing');
});

test('without a date of birth, Sign now leads to where it is entered', async () => {
  const { user, section } = await show(
    { missing: [missingWaiver] },
    { [`GET ${at}`]: () => ({ contact: { ...maya, dateOfBirth: null }, homeLocation: null }) },
  );
  await user.click(await section.findByRole('button', { name: 'Sign now' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign Liability Waiver' }));
  expect(dialog.getByText(/^Enter the date of birth first/)).toBeVisible();
  await user.click(dialog.getByRole('link', { name: 'Edit Contact' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText(/^Date of Birth/)).toBeVisible();
  expect(screen.getByLabelText(/^First Name/)).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name: 'Edit Contact' })).toBeVisible();
});

test('For a minor, whoever may act for the household is proposed as the guardian', async () => {
  const member = (id: string, firstName: string, mayAct: boolean) => ({
    id,
    firstName,
    lastName: 'Oakley',
    mayAct,
    memberships: [],
  });
  const members = [member('ann', 'Ann', true), member('tom', 'Tom', false), member(maya.id, 'Maya', false)];
  const { user, section, api } = await show(
    { missing: [missingWaiver] },
    {
      [`GET ${at}`]: () => ({ contact: { ...maya, dateOfBirth: '2014-05-01' }, homeLocation: null }),
      'GET /households': () => ({ households: [{ id: 'family' }], pagination: createPage(1) }),
      'GET /households/family': () => ({
        household: { id: 'family', payer: members[0], members, owed: 0, owedInvoices: [] },
      }),
      [`POST ${at}/signatures`]: () => respond(201, { message: 'Agreement signed', signature: signed() }),
    },
  );
  await user.click(await section.findByRole('button', { name: 'Sign now' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign Liability Waiver' }));
  const proposed = within(await dialog.findByRole('group', { name: 'May act for the household' }));
  expect(proposed.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Ann Oakley']);
  await user.click(proposed.getByRole('button', { name: 'Ann Oakley' }));
  expect(dialog.getByLabelText('Name of the parent or guardian')).toHaveValue('Ann Oakley');
  await user.type(dialog.getByLabelText('Related as'), 'Mother');
  await user.type(dialog.getByLabelText('Full name of the member'), 'Maya Okafor');
  for (const box of dialog.getAllByRole('checkbox')) await user.click(box);
  await user.click(dialog.getByRole('button', { name: 'Sign' }));
  expect(await screen.findByText('Agreement signed')).toBeVisible();
  expect(api.to(`POST ${at}/signatures`)[0]?.body).toMatchObject({
    guardian: { name: 'Ann Oakley', relation: 'Mother' },
  });
});

test('Send link emails the contact', async () => {
  const { user, section, api } = await show(
    { missing: [missingWaiver] },
    {
      [`POST ${at}/signature-requests`]: () =>
        respond(201, { url: 'https://gym.test/sign?token=a', expiresAt: '2026-12-11T18:00:00.000Z' }),
    },
  );
  await user.click(await section.findByRole('button', { name: 'Send link' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send signing link' }));
  await user.click(dialog.getByRole('button', { name: 'Send link' }));
  expect(await screen.findByText(`Link sent to ${maya.email}. It works until December 11, 2026.`)).toBeVisible();
  expect(api.to(`POST ${at}/signature-requests`).map(({ body }) => body)).toEqual([
    { agreementIds: [missingWaiver.agreementId], email: maya.email },
  ]);
});

test('Upload paper needs a PDF', async () => {
  const { user, section, api } = await show(
    { missing: [missingWaiver] },
    { [`POST ${at}/signatures/paper`]: () => respond(201, { message: 'Paper uploaded', signature: signed() }) },
  );
  await user.click(await section.findByRole('button', { name: 'Upload paper' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload Liability Waiver' }));
  await user.click(dialog.getByRole('button', { name: 'Upload' }));
  expect(dialog.getByRole('alert')).toHaveTextContent('PDF file is required');
  const scan = new File([new Uint8Array(createPdf())], 'scan.pdf', { type: 'application/pdf' });
  await user.upload(dialog.getByLabelText('Scan'), scan);
  await user.click(dialog.getByRole('button', { name: 'Upload' }));
  expect(await screen.findByText('Paper uploaded')).toBeVisible();
  const form = api.to(`POST ${at}/signatures/paper`)[0]?.body as FormData;
  expect([form.get('name'), form.get('agreementVersionId'), form.get('file')]).toEqual([
    `${maya.firstName} ${maya.lastName}`,
    missingWaiver.agreementVersionId,
    scan,
  ]);
});
