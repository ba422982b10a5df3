import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { respond } from '#tests/support/consoleApi.ts';
import { ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import '#src/custom/account/AccountPage.tsx';

/** A server that stores the choice, or one that refuses it. */
const routes = (refusal?: unknown) => {
  let zReports = false;
  return {
    'GET /account/second-factor': () => ({
      secondFactor: { isOn: false, turnedOnAt: null, recoveryCodesLeft: 0, isRequired: false },
    }),
    'GET /account/sessions': () => ({ sessions: [] }),
    'GET /account/passkeys': () => ({ passkeys: [] }),
    'GET /account/emails': () => ({ emails: { zReports } }),
    'PUT /account/emails': () => refusal ?? { emails: { zReports: (zReports = true) } },
  };
};
const section = async () => within(await screen.findByRole('region', { name: 'Emails to You' }));

test('a company admin turns the emails of Z reports on', async () => {
  const { api, user } = renderScreen('/account', routes());
  const zReports = await (await section()).findByRole('switch', { name: 'End-of-day reports (Z)' });
  expect(zReports).not.toBeChecked();
  await user.click(zReports);
  expect(await screen.findByText('End-of-day reports will be emailed to you')).toBeVisible();
  expect(zReports).toBeChecked();
  expect(api.to('PUT /account/emails')[0]?.body).toEqual({ zReports: true });
});

test('a failure to save is reported, and the switch stays', async () => {
  const { user } = renderScreen('/account', routes(respond(503, { message: 'The database does not answer.' })));
  const zReports = await (await section()).findByRole('switch', { name: 'End-of-day reports (Z)' });
  await user.click(zReports);
  expect(await screen.findByText('The database does not answer.')).toBeVisible();
  expect(zReports).not.toBeChecked();
});

test('people who are not company admins have none to choose', async () => {
  const { api } = renderScreen('/account', routes(), {
    account: { userCompanies: [{ company: ironPeak, role: 'staff' }] },
  });
  expect(await screen.findByRole('region', { name: 'Two-step verification' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Emails to You' })).toBeNull();
  expect(api.to('GET /account/emails')).toEqual([]);
});
