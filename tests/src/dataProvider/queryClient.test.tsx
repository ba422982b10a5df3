import { renderHook } from '@testing-library/react';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { apiKeyActions } from '#src/dataProvider/api-keys.ts';
import { certificateActions } from '#src/dataProvider/certificates.ts';
import { checkinActions } from '#src/dataProvider/checkins.ts';
import { contactActions } from '#src/dataProvider/contacts.ts';
import { deviceActions } from '#src/dataProvider/devices.ts';
import { disputeActions } from '#src/dataProvider/disputes.ts';
import { doorActions } from '#src/dataProvider/doors.ts';
import { exportActions } from '#src/dataProvider/company-export.ts';
import { householdActions } from '#src/dataProvider/households.ts';
import { invoiceActions } from '#src/dataProvider/invoices.ts';
import { personalDataActions } from '#src/dataProvider/personal-data.ts';
import { posActions } from '#src/dataProvider/pos.ts';
import { signatureActions } from '#src/dataProvider/signatures.ts';
import { webhookActions } from '#src/dataProvider/webhooks.ts';
import { onWrite } from '#src/dataProvider/http.ts';
import { dataProvider } from '#src/dataProvider/index.ts';
import { useFreshCache } from '#src/dataProvider/queryClient.ts';
import { respond, consoleApi } from '#tests/support/consoleApi.ts';

afterEach(() => vi.unstubAllGlobals());

const maya = 'contact-maya';
const keys = {
  contact: ['contacts', 'getOne', { id: maya }],
  memberStatus: ['contacts', 'memberStatus', maya],
  memberships: ['contacts', 'contactMemberships', maya],
  owed: ['invoices', 'getList', { filter: { contactId: maya } }],
  plans: ['memberships', 'getList', {}],
  invoices: ['invoices', 'getList', {}],
  items: ['sales-items', 'getList', {}],
  drawer: ['drawers', 'till', 'denver'],
  attention: ['attention', 'denver'],
  today: ['checkins', 'today', 'denver'],
  reports: ['reports', 'sales', {}],
  log: ['activity', 'getList', {}],
  parked: ['parked-sales', 'denver'],
  locations: ['location', 'getList', {}],
};

const staleAfter = async (call: () => Promise<unknown>) => {
  const queryClient = new QueryClient();
  for (const key of Object.values(keys)) queryClient.setQueryData(key, []);
  const { unmount } = renderHook(() => useFreshCache(queryClient));
  await call().catch(() => undefined);
  unmount();
  return Object.entries(keys).flatMap(([name, key]) => (queryClient.getQueryState(key)?.isInvalidated ? [name] : []));
};

const everything = Object.keys(keys);
const shownInBusiness = everything.filter((name) => name !== 'locations');
const payment = { method: 'cash' as const, amount: 10 };

test.each<[string, () => Promise<unknown>, readonly string[]]>([
  ['a payment on an invoice', () => invoiceActions.takeInvoicePayment('i1', payment, 'k'), shownInBusiness],
  ['a refund', () => invoiceActions.refundInvoice('i1', { reason: 'x', destination: 'cash' }, 'k'), shownInBusiness],
  [
    'a changed plan',
    () => dataProvider.update('memberships', { id: 'm1', data: {}, previousData: {} }),
    shownInBusiness,
  ],
  [
    'a check-in',
    () => checkinActions.checkIn({ contactId: maya, locationId: 'denver', doorId: 'desk' }, 'k'),
    ['contact', 'memberStatus', 'memberships', 'attention', 'today', 'reports', 'log'],
  ],
  ['a parked sale', () => posActions.discardParkedSale('p1'), ['log', 'parked']],
  ['a changed location', () => dataProvider.update('location', { id: 'l1', data: {}, previousData: {} }), everything],
  [
    'a deleted contact, whose own page is not fetched again',
    () => dataProvider.delete('contacts', { id: maya }),
    shownInBusiness.filter((name) => !['contact', 'memberStatus', 'memberships', 'owed'].includes(name)),
  ],
  ['a read', () => contactActions.contactTags('denver'), []],
])('%s makes stale what it is shown in', async (_what, call, expected) => {
  vi.stubGlobal('fetch', async () => new Response('{}'));
  expect(await staleAfter(call)).toEqual(expected);
});

test('a failed write, which may have happened, makes the same stale', async () => {
  consoleApi({ 'POST /invoices/i1/payments': () => respond(503, {}) });
  expect(await staleAfter(() => invoiceActions.takeInvoicePayment('i1', payment, 'k'))).toEqual(shownInBusiness);
});

/** React-admin's own methods, which are declared by resource. */
const byResource = ['create', 'update', 'updateMany', 'delete', 'deleteMany'];

test('each named write of the data provider declares what it makes stale', async () => {
  const write = vi.fn<(init: RequestInit | undefined) => void>();
  vi.stubGlobal('fetch', async (_path: string, init?: RequestInit) => {
    if (init?.method && init.method !== 'GET') write(init);
    return new Response('{}');
  });
  const argument = Object.assign(new File([], 'a'), {
    id: 'a',
    companyId: 'c',
    contactId: 'm',
    body: {},
    file: new File([], 'a'),
    signal: null,
  });
  const silent: string[] = [];
  const all = [
    dataProvider,
    apiKeyActions,
    certificateActions,
    deviceActions,
    disputeActions,
    doorActions,
    exportActions,
    householdActions,
    personalDataActions,
    signatureActions,
    webhookActions,
  ].flatMap((actions) => Object.entries(actions));
  for (const [name, method] of all) {
    if (typeof method !== 'function' || byResource.includes(name)) continue;
    const declared = vi.fn();
    const stop = onWrite(declared);
    write.mockClear();
    await Promise.resolve(Reflect.apply(method, undefined, [argument, argument, argument])).catch(() => undefined);
    stop();
    if (write.mock.calls.length > declared.mock.calls.length) silent.push(name);
  }
  expect(silent).toEqual([]);
});

test('every resource that can be written declares it too', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}'));
  for (const resource of ['agreements', 'company', 'contacts', 'location', 'memberships', 'sales-items', 'users'])
    expect(await staleAfter(() => dataProvider.update(resource, { id: 'a', data: {}, previousData: {} }))).toContain(
      'log',
    );
});
