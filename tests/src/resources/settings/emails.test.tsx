import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { emailKinds } from '#domain/member-emails/emailKinds.ts';
import { someSettings } from '#tests/support/companies.ts';
import { respond } from '#tests/support/consoleApi.ts';
import { ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import '#src/resources/settings/SettingsPage.tsx';
import '#src/resources/settings/EmailPreviewDialog.tsx';

const path = `/companies/${ironPeak.id}/settings`;
const settings = someSettings({ emails: { ...someSettings().emails, receipt: false, renewalUpcomingDays: 1 } });
const preview = {
  subject: 'Receipt from Iron Peak: $59.40',
  text: 'Thank you in text',
  html: '<!doctype html><h1>Thank you in HTML</h1>',
};
const open = (at: string, get: () => unknown = () => ({ preview }), account: object = {}) =>
  renderScreen(
    at,
    {
      [`GET ${path}`]: () => ({ settings }),
      [`PUT ${path}`]: () => ({ settings, message: 'Settings saved' }),
      [`GET ${path}/emails/receipt`]: get,
    },
    { account },
  );
const section = async () => within(await screen.findByRole('region', { name: 'Emails to Members' }));
const row = async (name: string) => within((await section()).getByText(name).closest('li') ?? document.body);

test('each email says when it is sent, whether it is, and that needed ones always are', async () => {
  open('/settings');
  expect((await section()).getAllByRole('button')).toHaveLength(emailKinds.length);
  expect((await row('Receipt')).getByText('Off')).toBeVisible();
  expect((await row('Renewal Coming Up')).getByText('1 day before the card is charged')).toBeVisible();
  expect((await row('Membership Ending')).getByText('7 days before the last day')).toBeVisible();
  expect((await row('Refund')).getByText('On')).toBeVisible();
  for (const needed of ['Cancellation', 'Payment Link', 'Invoice Due'])
    expect((await row(needed)).getByText('Always')).toBeVisible();
});

test('a preview shows the email in a frame that runs nothing, and its text', async () => {
  const { user } = open('/settings');
  const button = (await section()).getByRole('button', { name: 'Preview Receipt' });
  await user.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'Receipt' }));
  expect(await dialog.findByText(preview.subject)).toBeVisible();
  const frame = dialog.getByTitle(preview.subject);
  expect(frame).toHaveAttribute('srcdoc', preview.html);
  expect(frame).toHaveAttribute('sandbox', '');
  await user.click(dialog.getByRole('tab', { name: 'Text' }));
  expect(dialog.getByRole('tabpanel', { name: 'Text' })).toHaveTextContent('Thank you in text');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(button).toHaveFocus();
});

test('a preview that cannot be read says why', async () => {
  const { user } = open('/settings', () => respond(503, { message: 'The database does not answer.' }));
  await user.click((await section()).getByRole('button', { name: 'Preview Receipt' }));
  expect(await screen.findByText('The database does not answer.')).toBeVisible();
});

test('a company’s admin switches emails and changes their days', async () => {
  const { api, user } = open('/settings/edit');
  const inputs = await section();
  await user.click(inputs.getByRole('switch', { name: 'Freeze' }));
  const days = inputs.getByLabelText(/Notice Before the Last Day/);
  await user.clear(days);
  await user.type(days, '14');
  expect(inputs.getByText(/always emailed, since members need them/)).toBeVisible();
  expect(inputs.queryByRole('switch', { name: 'Cancellation' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Settings saved')).toBeVisible();
  expect(api.to(`PUT ${path}`)[0]?.body).toMatchObject({
    emails: { receipt: false, freeze: false, membershipEndingDays: 14, refund: true },
  });
});

test('days out of bounds are said under their field and not sent', async () => {
  const { api, user } = open('/settings/edit');
  const days = (await section()).getByLabelText(/Notice Before the Charge/);
  await user.clear(days);
  await user.type(days, '31');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Notice before the charge must be 1 to 30 days')).toBeVisible();
  expect(api.to(`PUT ${path}`)).toEqual([]);
});
