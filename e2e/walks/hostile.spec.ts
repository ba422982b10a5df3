import { expect, test, visit } from '../support/fixtures.ts';
import { openHostileGym, payload } from '../support/hostileGym.ts';

test('markup and scripts in every text field of every record are shown as the text they are, and nothing of them runs', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  // The policy is the second line of defense: a violation means that the first has a hole. Zod checks once whether it may compile.
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      if (blockedURI !== 'eval') console.error(`policy: ${violatedDirective} ${blockedURI}`);
    });
  });
  const { location, contact, item, plan, agreement, invoice } = await openHostileGym(page);
  const places = [
    '/dashboard',
    '/contacts',
    `/contacts/${contact}`,
    `/contacts/${contact}/invoices/${invoice}`,
    '/memberships',
    `/memberships/${plan}`,
    `/memberships/${plan}/edit`,
    '/sales-items',
    `/sales-items/${item}`,
    `/sales-items/${item}/edit`,
    '/invoices',
    `/invoices/${invoice}`,
    '/agreements',
    `/agreements/${agreement}`,
    `/agreements/${agreement}/edit`,
    '/checkins',
    '/pos',
    '/company',
    '/company/info/edit',
    '/location',
    `/location/${location}`,
    `/location/${location}/edit`,
  ];
  await page.goto('/training');
  for (const place of places) {
    await test.step(place, async () => {
      await visit(page, place);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expect.poll(() => page.getByRole('main').evaluate(shown), { message: place }).toContain(payload);
    });
  }
  expect(dialogs).toEqual([]);
});

/** What is on the page as text, and as the value of inputs. */
const shown = (main: Element) => {
  const inputs = [...main.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
  return [main.textContent, ...inputs.map(({ value }) => value)].join('\n');
};
