import { expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { createTill } from '#tests/support/sales.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);

const set = (receipts: object) => gym.by.admin.put(`/companies/${gym.companyId}/settings`, { body: { receipts } });
const readReceipt = async (invoiceId: string) => (await gym.by.operator.get(`/invoices/${invoiceId}`)).body.receipt;

test('an invoice keeps the receipt details it was written with; one without any shows the current ones', async () => {
  const make = builders(server, gym);
  const [contactId, salesItemId] = [await make.contact(), await make.salesItem()];
  const sell = async (): Promise<string> =>
    (await createTill(gym.by.manager, gym.locationId, contactId).cash([{ salesItemId, quantity: 1 }])).body.invoice.id;

  const before = await sell();
  expect(await readReceipt(before)).toEqual({ legalName: null, taxId: null, footer: null });
  const first = { legalName: 'Iron Peak LLC', taxId: '84-1234567', footer: null };
  await set(first);
  const sold = await sell();
  expect([await readReceipt(before), await readReceipt(sold)]).toEqual([first, first]);

  const second = { legalName: 'Iron Peak Fitness Inc.', taxId: null, footer: 'Thank you!' };
  await set(second);
  expect(await readReceipt(sold)).toEqual(first);
  expect(await readReceipt(before)).toEqual(second);
});

test('the answer to a sale has the details for its receipt, and lists leave them out', async () => {
  const make = builders(server, gym);
  const [contactId, salesItemId] = [await make.contact(), await make.salesItem()];
  const details = { legalName: 'Iron Peak LLC', taxId: '84-1234567', footer: 'Thank you!' };
  await set(details);
  const { body } = await createTill(gym.by.manager, gym.locationId, contactId).cash([{ salesItemId, quantity: 1 }]);
  expect(body.invoice.receipt).toEqual(details);
  const list = await gym.by.operator.get(`/invoices?contactId=${contactId}`);
  expect(list.body.invoices[0].invoice).not.toHaveProperty('receipt');
  expect((await gym.by.operator.get(`/invoices/${body.invoice.id}`)).body.invoice).not.toHaveProperty('receipt');
});
