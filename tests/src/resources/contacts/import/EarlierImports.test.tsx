import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openImport, press } from '#tests/support/contactImport.ts';

test('an earlier import is undone after a question that says what is removed and what stays', async () => {
  // Without a layout nothing would be in sight, and nothing would get the focus of the button that disappears.
  vi.spyOn(Element.prototype, 'checkVisibility').mockReturnValue(true);
  const entry = {
    id: '018f0000-0000-7000-8000-0000000000f1',
    at: '2026-11-30T16:14:00Z',
    importedBy: 'Ada Park',
    imported: 400,
    unused: 398,
  };
  let imports = [entry];
  const page = await openImport({
    'GET /contact-imports': () => ({ imports }),
    'DELETE /contact-imports/:key': () => {
      imports = [];
      return { message: 'Import undone', removed: 398 };
    },
  });
  await press(page, 'Undo import of Nov 30, 2026, 9:14 AM');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(
    dialog.getByText(/^398 contacts of this import are removed.* 2 were changed or used since, and stay/),
  ).toBeVisible();
  await page.user.click(dialog.getByRole('button', { name: 'Remove 398 Contacts' }));
  expect(await screen.findByText('398 contacts removed')).toBeVisible();
  expect(page.api.to(`DELETE /contact-imports/${entry.id}`)).toHaveLength(1);
  expect(screen.queryByRole('table', { name: 'Earlier imports' })).toBeNull();
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});
