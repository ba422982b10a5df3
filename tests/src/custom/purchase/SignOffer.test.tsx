import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { MissingAgreement } from '#domain/signatures/contract.ts';
import '#src/resources/invoices/payments/EmailReceiptDialog.tsx';
import '#src/resources/signatures/SignDialog.tsx';
import { respond } from '#tests/support/consoleApi.ts';
import { choose, home, maya, noStripe, paid, pay, purchase } from '#tests/support/purchaseDesk.ts';

const waiver: MissingAgreement = {
  agreementId: '018f0000-0000-7000-8000-00000000f001',
  name: 'Liability Waiver',
  contactMembershipId: '018f0000-0000-7000-8000-00000000f002',
  membershipName: 'Unlimited',
  agreementVersionId: '018f0000-0000-7000-8000-00000000f003',
  versionNumber: 1,
  url: '/api/files/waiver.pdf',
  terms: ['I have read it.'],
};

test('what the plan asks for is signed right after the purchase', async () => {
  let missing: MissingAgreement[] = [];
  const signatures = `/contacts/${maya.id}/signatures`;
  const page = await choose(/Unlimited/, {
    ...noStripe,
    [`GET /contacts/${maya.id}`]: () => ({ contact: { ...maya, dateOfBirth: '1990-05-01' }, homeLocation: home }),
    [`GET ${signatures}`]: () => ({ signatures: [], missing }),
    [purchase]: (call) => {
      missing = [waiver];
      return paid[purchase]?.(call);
    },
    [`POST ${signatures}`]: () => {
      missing = [];
      return respond(201, { message: 'Agreement signed', signature: {} });
    },
  });
  await page.user.click(pay());
  await page.user.click(await screen.findByRole('button', { name: 'Sign Liability Waiver' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign Liability Waiver' }));
  for (const box of dialog.getAllByRole('checkbox')) await page.user.click(box);
  await page.user.type(dialog.getByLabelText('Full name, typed by the signer'), 'Maya Okafor');
  await page.user.click(dialog.getByRole('button', { name: 'Sign' }));
  expect(await screen.findByText('Agreement signed')).toBeVisible();
  expect(page.api.to(`POST ${signatures}`)).toHaveLength(1);
  await page.user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('without a date of birth, signing after the purchase leads to where it is entered', async () => {
  const page = await choose(/Unlimited/, {
    ...noStripe,
    [`GET /contacts/${maya.id}`]: () => ({ contact: { ...maya, dateOfBirth: null }, homeLocation: home }),
    [`GET /contacts/${maya.id}/signatures`]: () => ({ signatures: [], missing: [waiver] }),
    ...paid,
  });
  await page.user.click(pay());
  await page.user.click(await screen.findByRole('button', { name: 'Sign Liability Waiver' }));
  await page.user.click(await screen.findByRole('link', { name: 'Edit Contact' }));
  expect(await screen.findByLabelText(/^Date of Birth/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});
