import { screen, within } from '@testing-library/react';
// The screen is a chunk of its own: loaded here, so that no test waits for it.
import '#src/resources/contacts/ContactShow.tsx';
import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import type { Level } from '#domain/shared/access.ts';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { respond, type Routes } from './consoleApi.ts';
import { buildMembership, at, opened } from './contactPage.ts';
import { createPage } from './records.ts';

export const today = todayIn('America/Denver', new Date());
export const soon = addDays(today, 8);
const base = buildMembership({ endDate: soon });
export const path = `${at}/memberships/${base.id}`;

/** Opens the membership's menu of actions; changes are answered with `becomes`. */
export async function openMenu(membership: Partial<ContactMembership>, routes: Routes = {}, level?: Level) {
  const page = opened(
    at,
    {
      [`GET ${at}/memberships`]: () => ({ memberships: [{ ...base, ...membership }], pagination: createPage(1) }),
      ...routes,
    },
    level,
  );
  await page.user.click(await screen.findByRole('tab', { name: 'Memberships' }));
  await page.user.click(await screen.findByRole('button', { name: 'Actions for Monthly Unlimited' }));
  const choose = async (name: string) => page.user.click(await screen.findByRole('menuitem', { name }));
  return { ...page, choose };
}
/** The response to a change. */
export const became =
  (message: string, change: Partial<ContactMembership> = {}) =>
  () => ({ message, contactMembership: { ...base, ...change } });
export const names = async () => (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
export const dialog = async () => within(await screen.findByRole('dialog'));

const mayBeDone =
  'The connection was lost, so this may have been done already. Check, or try again. It is done only once.';
/** How the response to a change does not come, and what the dialog then says. */
export const unanswered = [
  ['a lost answer', () => Promise.reject(new TypeError('The answer is lost')), mayBeDone],
  [
    'a proxy that got no answer',
    () => respond(504, {}, 'Gateway Time-out'),
    `HTTP 504: Gateway Time-out. ${mayBeDone}`,
  ],
] as const;
