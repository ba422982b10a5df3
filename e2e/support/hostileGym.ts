import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { addAgreement, authorization, callApi } from './callApi.ts';
import { openAs } from './fixtures.ts';
import { password } from './ownGym.ts';

/** Breaks out of attributes and elements, runs in an image, a vector and a script, and looks like a template to some engines. */
export const payload = `"><img src=x onerror=alert(1)><svg/onload=alert(2)><script>alert(3)</script>{{7*7}}`;
const script = 'javascript:alert(4)//';

/** Signs in as a new admin, whose own names and company are payloads, and fills every text field of every record with more. */
export async function openHostileGym(page: Page) {
  const email = `${randomUUID()}@gym.test`;
  const printed = operate(
    'create-admin',
    '--email',
    email,
    '--first-name',
    payload,
    '--last-name',
    payload,
    '--company',
    `${payload} ${Date.now()}`,
  );
  const token = new URL(/http\S+/.exec(printed)?.[0] ?? '').searchParams.get('token');
  await page.request.post('/api/auth/change-password', { data: { token, newPassword: password } });
  await openAs(page, email);
  return fill(page, email);
}

async function fill(page: Page, email: string) {
  const post = <K extends string>(path: string, body: unknown) =>
    callApi<Record<K, { id: string }>>(page, 'POST', path, body);
  const { companies } = await callApi<{ companies: { company: { id: string } }[] }>(page, 'GET', '/companies');
  const place = { name: payload, phone: payload, address: payload, city: payload, state: payload, zipCode: payload };
  await callApi(page, 'PUT', `/companies/${companies[0]?.company.id}`, { ...place, email, website: script });
  const { location } = await post<'location'>('/locations', { ...place, email });
  const at = location.id;
  await post(`/locations/${at}/fees`, { name: payload, description: payload, amount: '2.50', type: 'fixed' });
  const { contact } = await post<'contact'>('/contacts', {
    firstName: payload,
    lastName: payload,
    email,
    phone: payload,
    address: payload,
    city: payload,
    state: payload,
    zipCode: payload,
    emergencyContactName: payload,
    emergencyContactPhone: payload,
    notes: payload,
    homeLocationId: at,
  });
  const { salesItem } = await post<'salesItem'>('/sales-items', {
    locationId: at,
    name: payload,
    description: payload,
    price: 3,
  });
  const agreement = await addAgreement(page, {
    name: payload,
    description: payload,
    locationId: at,
    fileName: `${payload}.pdf`,
  });
  const { membership } = await post<'membership'>('/memberships', {
    locationId: at,
    name: payload,
    description: payload,
    price: 40,
    isPublished: true,
    agreementIds: [agreement],
  });
  await post(`/memberships/${membership.id}/sales-items`, { salesItemId: salesItem.id, isRequired: true });
  const { invoice } = await post<'invoice'>('/sales-items/purchase', {
    contactId: contact.id,
    locationId: at,
    items: [{ salesItemId: salesItem.id, quantity: 1 }],
    paymentMethod: 'cash',
    notes: payload,
  });
  await checkIn(page, { contactId: contact.id, locationId: at, doorId: payload });
  return { location: at, contact: contact.id, item: salesItem.id, plan: membership.id, agreement, invoice: invoice.id };
}

/** Denied, since nothing was bought, and recorded. */
async function checkIn(page: Page, data: object): Promise<void> {
  const response = await page.request.post('/api/checkins', { headers: await authorization(page), data });
  if (response.status() !== 403) throw new Error(`Not denied: ${response.status()}`);
}

const cli = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url));

/** Runs one of the operator's commands beside the server under test, and returns its output. */
function operate(...args: string[]): string {
  const env = JSON.parse(process.env.SPOTTER_E2E_ENV ?? '{}') as Record<string, string>;
  return execFileSync(process.execPath, [cli, ...args], { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' });
}
