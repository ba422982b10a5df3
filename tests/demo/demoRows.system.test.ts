import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { reasonTexts } from '#domain/checkins/reasons.ts';
import { dayIn, lastDays } from '#domain/shared/dates.ts';
import { membershipStatus, membershipStatuses } from '#domain/contact-memberships/membershipStatus.ts';
import { billingFrequencies, planTypes } from '#domain/memberships/membershipPlan.ts';
import { taxCents } from '#domain/invoices/totals.ts';
import { isPdf } from '#domain/shared/uploads.ts';
import { sharedDemo } from '#tests/support/demo.ts';

const demo = await sharedDemo();
const { all, now } = demo;

const getZone = (id: string | null) => all.locations.find((row) => row.id === id)?.timezone ?? 'UTC';

describe('contacts', () => {
  test('some 240, each with an address and a number of their own', () => {
    expect(all.contacts.length).toBe(240);
    expect(new Set(all.contacts.map(({ email }) => email)).size).toBe(240);
    expect(new Set(all.contacts.map(({ phone }) => phone)).size).toBe(240);
    expect(all.contacts.every(({ created_at }) => created_at <= now)).toBe(true);
  });

  test('a dozen have photos in three sizes', async () => {
    const photographed = all.contacts.filter(({ image_original_key }) => image_original_key !== null);
    expect(photographed.length).toBeGreaterThanOrEqual(12);
    const widths = (row: (typeof photographed)[number]) =>
      Promise.all([row.image_original_key, row.image_preview_key, row.image_thumbnail_key].map(readWidth));
    for (const row of photographed) expect(await widths(row)).toEqual([640, 512, 96]);
  });
});

async function readBytes(key: string | null): Promise<Buffer> {
  const file = key === null ? null : await demo.files.get(key);
  return file ? buffer(file.body) : Buffer.alloc(0);
}
const readWidth = async (key: string | null) => (await sharp(await readBytes(key)).metadata()).width;

test('plans of every type and billing, published and unpublished, active and inactive', () => {
  const iron = all.memberships.filter((row) => row.company_id === demo.company('Iron Peak Fitness'));
  expect(new Set(iron.map(({ type, billing_frequency }) => `${type} ${billing_frequency}`))).toEqual(
    new Set(planTypes.flatMap((type) => billingFrequencies.map((billing) => `${type} ${billing}`))),
  );
  expect(
    new Set(iron.map(({ is_published, is_active }) => `${is_published} ${is_active}`)).size,
  ).toBeGreaterThanOrEqual(3);
  expect(new Set(iron.map(({ location_id }) => location_id))).toContain(null);
  expect(all.membership_sales_items.some(({ is_required }) => is_required)).toBe(true);
  expect(all.membership_agreements.length).toBeGreaterThan(20);
});

test('sales items of every kind, one out of stock', () => {
  const kinds = all.sales_items.map((row) => [row.is_physical_item, row.is_active, row.is_published].join());
  expect(new Set(kinds)).toEqual(
    new Set(['true,true,true', 'false,true,true', 'false,true,false', 'true,false,true', 'false,false,true']),
  );
  expect(all.sales_items.some((row) => row.is_physical_item && row.is_active && row.inventory_quantity === 0)).toBe(
    true,
  );
});

test('agreements with several versions, every one a PDF, and one that still has none', async () => {
  const versions = all.agreements.map(({ id }) =>
    all.agreement_versions
      .filter((row) => row.agreement_id === id)
      .map((row) => row.version_number)
      .toSorted(),
  );
  expect(versions).toContainEqual([1, 2, 3]);
  expect(versions).toContainEqual([]);
  for (const { file_key, file_size } of all.agreement_versions) {
    const bytes = await readBytes(file_key);
    expect([isPdf(bytes), bytes.length]).toEqual([true, file_size]);
  }
});

test('contact memberships of every status at every location’s clock', () => {
  const statuses = all.contact_memberships.map((row) =>
    membershipStatus(
      {
        accessEnabled: row.access_enabled,
        startDate: row.start_date,
        endDate: row.end_date,
        contractEndDate: row.contract_end_date,
      },
      now,
      getZone(row.location_id ?? demo.location('Iron Peak Denver')),
    ),
  );
  for (const status of membershipStatuses)
    expect(statuses.filter((one) => one === status).length).toBeGreaterThanOrEqual(6);
  expect(statuses.filter((one) => one === 'active').length).toBeGreaterThan(100);
});

describe('invoices', () => {
  const statuses = ['draft', 'open', 'partially_paid', 'paid', 'overdue', 'void', 'refunded'];

  test('Iron Peak has invoices of every status, Denver among its newest forty', () => {
    const newest = all.invoices
      .filter((row) => row.location_id === demo.location('Iron Peak Denver'))
      .toSorted((a, b) => Number(b.created_at) - Number(a.created_at))
      .slice(0, 40);
    expect([...new Set(newest.map(({ status }) => status))].toSorted()).toEqual(statuses.toSorted());
  });

  test('every invoice adds up to the cent: lines, tax, total, paid and due', () => {
    for (const invoice of all.invoices) {
      const lines = all.invoice_lines.filter((row) => row.invoice_id === invoice.id);
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(line.total_cents).toBe(line.price_cents * line.quantity);
      const subtotal = lines.reduce((sum, line) => sum + line.total_cents, 0);
      const tax = taxCents(subtotal, invoice.tax_rate);
      expect([invoice.subtotal_cents, invoice.tax_cents, invoice.total_cents]).toEqual([subtotal, tax, subtotal + tax]);
      const kept = all.payments
        .filter((row) => row.invoice_id === invoice.id && row.status === 'completed')
        .reduce((total, row) => total + row.amount_cents, 0);
      const back = all.payments
        .filter((row) => row.invoice_id === invoice.id && row.refund_of)
        .reduce((total, row) => total + row.amount_cents, 0);
      expect(invoice.paid_cents).toBe(kept);
      expect(invoice.refunded_cents).toBe(back);
      expect(invoice.status === 'refunded').toBe(back > 0);
      expect(invoice.due_cents).toBe(invoice.status === 'void' ? 0 : invoice.total_cents - kept);
    }
  });

  test('the tax rate, the names and the customer are copies from the time of the sale', () => {
    for (const invoice of all.invoices) {
      const place = all.locations.find(({ id }) => id === invoice.location_id);
      const contact = all.contacts.find(({ id }) => id === invoice.contact_id);
      expect([invoice.tax_rate, invoice.location_name]).toEqual([place?.sales_tax_rate, place?.name]);
      expect([invoice.customer_first_name, invoice.customer_email]).toEqual([contact?.first_name, contact?.email]);
      expect(Number(invoice.created_at)).toBeLessThanOrEqual(Number(now));
      expect(Number(invoice.created_at)).toBeGreaterThanOrEqual(Number(contact?.created_at));
    }
  });

  test('every membership that was bought has its invoice, with the plan as its first line', () => {
    for (const held of all.contact_memberships) {
      const line = all.invoice_lines.find((row) => row.invoice_id === held.invoice_id && row.position === 0);
      expect([line?.type, line?.item_id, line?.price_cents]).toEqual([
        'membership',
        held.membership_id,
        held.purchase_price_cents,
      ]);
    }
  });
});

describe('check-ins', () => {
  const denver = () => all.checkins.filter((row) => row.location_id === demo.location('Iron Peak Denver'));

  test('range from five weeks ago to this minute, never later', () => {
    for (const { id } of all.locations) {
      const times = all.checkins.filter((row) => row.location_id === id).map((row) => Number(row.checkin_time));
      expect(Math.max(...times)).toBeLessThanOrEqual(Number(now));
      expect(Number(now) - Math.max(...times)).toBeLessThan(5 * 60_000);
      expect(Number(now) - Math.min(...times)).toBeGreaterThan(33 * 86_400_000);
    }
  });

  test('there are some on each of the last 35 days', () => {
    const visited = new Set(denver().map((row) => dayIn('America/Denver', row.checkin_time)));
    expect(lastDays('America/Denver', now, 35).every((day) => visited.has(day))).toBe(true);
  });

  test('most are granted, and every denial because of a membership occurs', () => {
    const ofMemberships = [
      'no_membership',
      'wrong_location',
      'suspended',
      'not_started',
      'expired',
      'no_visits',
    ] as const;
    const denied = denver().filter((row) => !row.access_granted);
    expect(denied.length).toBeLessThan(denver().length * 0.1);
    expect(new Set(denied.map(({ reason }) => reason))).toEqual(
      new Set(ofMemberships.map((code) => reasonTexts[code])),
    );
    expect(denver().every((row) => row.access_granted === (row.reason === null))).toBe(true);
  });

  test('more people come in the early evening than at night', () => {
    const hours = denver().map((row) =>
      Number(
        row.checkin_time.toLocaleString('en-US', { timeZone: 'America/Denver', hour: 'numeric', hourCycle: 'h23' }),
      ),
    );
    const between = (from: number, to: number) => hours.filter((hour) => hour >= from && hour < to).length;
    expect(between(16, 20)).toBeGreaterThan(10 * Math.max(1, between(0, 4)));
  });
});

test('one contact in each company has an email that could not be delivered', async () => {
  const companies = all.companies.map(({ id }) => id);
  const emails = await demo.database.scoped(companies, (tx) =>
    tx.selectFrom('emails').select(['company_id', 'state', 'failure']).execute(),
  );
  expect(emails.map(({ company_id }) => company_id).toSorted()).toEqual(companies.toSorted());
  expect(new Set(emails.map(({ state, failure }) => `${state}: ${failure}`))).toEqual(
    new Set(['failed: The mailbox is full']),
  );
});
