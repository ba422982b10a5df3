import type { Page } from '@playwright/test';
import { callApi } from './callApi.ts';
import { operate } from './operator.ts';

/** Signs in as the admin of a new company with one location, where nobody else changes anything, at its dashboard. */
export async function openOwnGym(page: Page, signIn: (email: string) => Promise<void>) {
  const own = `${Date.now()}${Math.floor(Math.random() * 1e6)}`;
  const email = `owner-${own}@gym.test`;
  const printed = operate('create-admin', '--email', email, '--first-name', 'Olive', '--last-name', 'Owner', '--company', `Gym ${own}`);
  const token = new URL(/http\S+/.exec(printed)?.[0] ?? '').searchParams.get('token');
  await page.request.post('/api/auth/change-password', { data: { token, newPassword: 'demo-password' } });
  await signIn(email);
  const post = <K extends string>(path: string, body: unknown) => callApi<Record<K, { id: string }>>(page, 'POST', path, body);
  const { location } = await post<'location'>('/locations', { name: 'Own Gym Denver', timezone: 'America/Denver' });
  await page.goto('/dashboard');
  return { locationId: location.id, post };
}

type OwnGym = Awaited<ReturnType<typeof openOwnGym>>;

/** Sells a towel for cash that many times, one after the other, to one contact. */
export async function sellTowels({ locationId, post }: OwnGym, count: number): Promise<void> {
  const terry = { firstName: 'Terry', lastName: 'Towel', email: `terry-${locationId}@example.test`, homeLocationId: locationId };
  const { contact } = await post<'contact'>('/contacts', terry);
  const { salesItem } = await post<'salesItem'>('/sales-items', { locationId, name: 'Towel', price: 3 });
  for (let sold = 0; sold < count; sold += 1) {
    await post('/sales-items/purchase', {
      contactId: contact.id,
      locationId,
      items: [{ salesItemId: salesItem.id, quantity: 1 }],
      paymentMethod: 'cash',
    });
  }
}
