import { expect, type Page } from '@playwright/test';

/**
 * Opens another address of the console as its links do: loading everything anew takes four times as long. It goes by way of
 * Training, so that nothing of the page before can be taken for the new one.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const between = page.getByRole('heading', { level: 1, name: 'Training', exact: true });
  await page.evaluate(follow, '/training');
  await expect(between).toBeVisible();
  if (path === '/training') return;
  await page.evaluate(follow, path);
  await expect(between).toBeHidden();
}

/** What the browser does to a page whose address changes within it. */
function follow(path: string) {
  history.pushState(
    { idx: ((history.state as { idx?: number } | null)?.idx ?? 0) + 1, key: path, usr: null },
    '',
    path,
  );
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
}

/** A link of the menu. The page may have one of the same name, as the dashboard's quick actions do. */
export const menuEntry = (page: Page, screen: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: screen, exact: true });
