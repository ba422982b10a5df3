import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import '#src/resources/contacts/ContactShow.tsx';
import { respond } from '#tests/support/consoleApi.ts';
import { at, maya, opened, tab } from '#tests/support/contactPage.ts';

const failed = { at: '2025-11-03T18:00:00.000Z', email: 'maya@example.test', reason: 'Mailbox unavailable' };
const text = 'Email to maya@example.test failed on Nov 3, 2025: Mailbox unavailable';

/** The contact's page; the failure disappears after the email is retried. */
function openFailed(retry: () => unknown) {
  let emailFailure: typeof failed | null = failed;
  return opened(at, {
    [`GET ${at}`]: () => ({ contact: { ...maya, emailFailure }, homeLocation: null }),
    [`POST ${at}/emails/retry`]: () => {
      const response = retry();
      emailFailure = null;
      return response;
    },
  });
}

test('an email that could not be delivered is on the contact’s page; Try Again sends it once more, also for a double click', async () => {
  const { api } = openFailed(() => ({
    message: 'The email will be sent again',
    contact: { ...maya, emailFailure: null },
  }));
  expect(await screen.findByText(text)).toBeVisible();
  const button = screen.getByRole('button', { name: 'Try Again' });
  act(() => (button.click(), button.click()));
  expect(await screen.findByText('The email will be sent again')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  expect(api.to(`POST ${at}/emails/retry`)).toHaveLength(1);
});

test('a refusal of the server is shown', async () => {
  const { user } = openFailed(() => respond(409, { message: 'No email to this contact has failed lately' }));
  await user.click(await screen.findByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('No email to this contact has failed lately')).toBeVisible();
});

test('a contact whose emails arrive shows nothing of them', async () => {
  opened();
  await tab('Contact Information');
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
});
