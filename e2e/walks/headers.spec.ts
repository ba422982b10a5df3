import { expect, test, visit } from '../support/fixtures.ts';

const subtitles = {
  '/agreements': /^Manage your membership/,
  '/settings': /^Settings for/,
  '/company/info': /^Your company/,
  '/contacts/add': /^A member or/,
  '/contacts/import': /^From a CSV file/,
  '/settings/api': /^Keys with which/,
};

test('on a wide screen the subtitle stands beside the title, and each page begins at one height', async ({
  page,
  visitDemo,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visitDemo('admin');
  const tops = new Set<number>();
  for (const [path, text] of Object.entries(subtitles)) {
    await visit(page, path);
    const header = page.locator('main header');
    const title = await header.getByRole('heading', { level: 1 }).boundingBox();
    const subtitle = await header.getByText(text).boundingBox();
    const whole = await header.boundingBox();
    if (!title || !subtitle || !whole) throw new Error(`No title on ${path}`);
    expect(subtitle.x, path).toBeGreaterThan(title.x + title.width);
    tops.add(Math.round(whole.y + whole.height));
  }
  expect([...tops]).toHaveLength(1);
});
