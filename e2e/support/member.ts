import type { Page } from '@playwright/test';
import { addDays, addMonths, todayIn } from '#domain/shared/dates.ts';
import { type Desk, expect } from './fixtures.ts';

/** A contact with one monthly plan, paid for the month that began ten days ago, and their open page. */
export async function openMember({ gym, signIn, page }: Desk, level: 'manager' | 'operator') {
  const today = todayIn(gym.timezone, new Date());
  const start = addDays(today, -10);
  const end = addDays(addMonths(start, 1), -1);
  const contactId = await gym.make.contact({ first_name: 'Rosa', last_name: 'Delgado' });
  await gym.make.contactMembership(contactId, {
    membership_id: gym.planId,
    membership_name: 'Unlimited',
    start_date: start,
    end_date: end,
    auto_renew: true,
  });
  await signIn(level, `/contacts/${contactId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Rosa Delgado' })).toBeVisible();
  return { today, end };
}

/** Of the membership. */
export const row = (page: Page) =>
  page.getByRole('table', { name: 'Memberships' }).getByRole('row', { name: /Unlimited/ });
/** In the open menu of a membership. */
export const action = (page: Page, name: string) => page.getByRole('menuitem', { name });
