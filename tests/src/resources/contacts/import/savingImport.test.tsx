import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { respond, later } from '#tests/support/consoleApi.ts';
import { isTabHeld } from '#tests/support/leaving.ts';
import { responseLost } from '#src/dataProvider/sendAttempt.ts';
import { createPage } from '#tests/support/records.ts';
import { unplug } from '#tests/support/unplug.ts';
import { check, dana, getBody, location, openImport, press, sentTo, server } from '#tests/support/contactImport.ts';

describe('saving', () => {
  test('what was checked is saved at the selected location, and the page says how many', async () => {
    const page = await openImport({ 'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }) });
    await check(page);
    await press(page, 'Import 2 Contacts');
    expect(await screen.findByRole('heading', { name: '2 contacts imported' })).toBeVisible();
    expect(screen.getByRole('group', { name: 'Import complete' })).toHaveFocus();
    expect(getBody(sentTo(page)[1]!)).toEqual({
      locationId: location.id,
      contacts: [
        {
          firstName: 'Maya',
          lastName: 'Okafor',
          email: 'maya@example.test',
          phone: '3035550142',
          dateOfBirth: '1990-03-25',
          emergencyContactPhone: '',
        },
        {
          firstName: 'Robin',
          lastName: 'Vale',
          email: 'robin@example.test',
          phone: '',
          dateOfBirth: '1991-05-04',
          emergencyContactPhone: '',
        },
      ],
    });
    expect(screen.getByRole('heading', { name: '3 rows skipped' })).toBeVisible();
    await page.user.click(screen.getByRole('link', { name: 'View contacts' }));
    expect(window.location.pathname).toBe('/contacts');
  });

  test('while it saves there is a way to stop it; then nothing was saved, and it can be tried again', async () => {
    const saving = later<unknown>();
    const page = await openImport({
      'POST /contacts/import': (call) => (getBody(call).dryRun ? server(call) : saving.promise),
    });
    await check(page);
    await press(page, 'Import 2 Contacts');
    expect(await screen.findByRole('dialog', { name: 'Saving 2 contacts…' })).toBeVisible();
    await press(page, 'Cancel');
    expect(await screen.findByText('Import canceled. Nothing was saved.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Import 2 Contacts' })).toBeEnabled();
  });

  test('what was canceled after a lost answer is not called done by a press without a network', async () => {
    const saving = later<unknown>();
    const answers = [Promise.reject(new TypeError('Failed to fetch')), saving.promise];
    answers[0]?.catch(() => undefined);
    const page = await openImport({
      'POST /contacts/import': (call) =>
        getBody(call).dryRun ? server(call) : (answers.shift() ?? Promise.reject(new TypeError('Failed to fetch'))),
    });
    await check(page);
    await press(page, 'Import 2 Contacts');
    await screen.findByText(responseLost);
    await press(page, 'Import 2 Contacts');
    await press(page, 'Cancel');
    await screen.findByText('Import canceled. Nothing was saved.');
    unplug();
    await press(page, 'Import 2 Contacts');
    expect(await screen.findByText('You are offline.')).toBeVisible();
  });

  test('leaving the page while it saves asks first', async () => {
    const saving = later<unknown>();
    const page = await openImport({
      'POST /contacts/import': (call) => (getBody(call).dryRun ? server(call) : saving.promise),
    });
    await check(page);
    await press(page, 'Import 2 Contacts');
    await screen.findByRole('dialog', { name: 'Saving 2 contacts…' });
    expect(isTabHeld()).toBe(true);
    const { pathname } = window.location;
    fireEvent.click(screen.getByRole('link', { name: 'Back to Contacts', hidden: true }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave while contacts are being saved?' }));
    await page.user.click(question.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(window.location.pathname).toBe(pathname));
    await press(page, 'Cancel');
    await screen.findByText('Import canceled. Nothing was saved.');
    expect(isTabHeld()).toBe(false);
  });

  test('an import that was over before it could be canceled says that', async () => {
    let isSaved = false;
    const never = later<unknown>();
    const page = await openImport({
      'POST /contacts/import': (call) => {
        if (getBody(call).dryRun && isSaved)
          return { message: '', imported: 0, duplicates: [0, 1].map((index) => ({ index, contact: dana })) };
        if (getBody(call).dryRun) return server(call);
        isSaved = true;
        return never.promise;
      },
    });
    await check(page);
    await press(page, 'Import 2 Contacts');
    await press(page, 'Cancel');
    expect(await screen.findByText('The import finished before it could be canceled.')).toBeVisible();
    expect(await screen.findByRole('heading', { name: '2 contacts imported' })).toBeVisible();
  });

  test('when nobody knows whether a canceled import was saved, it says how to find out', async () => {
    let isCanceled = false;
    const never = later<unknown>();
    const page = await openImport({
      'POST /contacts/import': (call) => {
        if (getBody(call).dryRun) return isCanceled ? respond(503, { message: 'Too busy' }) : server(call);
        isCanceled = true;
        return never.promise;
      },
    });
    await check(page);
    await press(page, 'Import 2 Contacts');
    await press(page, 'Cancel');
    expect(await screen.findByText(/^The import may have finished before it was canceled\./)).toBeVisible();
    expect(screen.getByText('Too busy')).toBeVisible();
  });

  test('after a lost answer the same attempt is sent again, so that nothing is imported twice', async () => {
    let isLost = true;
    const page = await openImport({
      'POST /contacts/import': (call) => {
        if (getBody(call).dryRun || !isLost) return server(call);
        isLost = false;
        throw new TypeError('Failed to fetch');
      },
    });
    await check(page);
    await press(page, 'Import 2 Contacts');
    expect(await screen.findByRole('alert')).toHaveTextContent(responseLost);
    await press(page, 'Import 2 Contacts');
    expect(await screen.findByRole('heading', { name: '2 contacts imported' })).toBeVisible();
    const keys = sentTo(page).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[0]).toBeNull();
    expect(keys[1]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[2]).toBe(keys[1]);
  });

  test('after a lost answer leaving asks, and does not say that nothing was imported', async () => {
    const page = await openImport({
      'POST /contacts/import': (call) => (getBody(call).dryRun ? server(call) : respond(503, { message: 'Gone' })),
    });
    await check(page);
    await press(page, 'Import 2 Contacts');
    await screen.findByText(/^Gone/);
    await page.user.click(screen.getByRole('link', { name: 'Back to Contacts' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave before you know what was saved?' }));
    expect(question.getByText('Whether they are saved is shown only here.')).toBeVisible();
    await page.user.click(question.getByRole('button', { name: 'Stay' }));
  });

  test('offline, nothing was imported, unless an earlier try may have been', async () => {
    const page = await openImport({
      'POST /contacts/import': (call) => {
        if (getBody(call).dryRun) return server(call);
        throw new TypeError('Failed to fetch');
      },
    });
    await check(page);
    const plugIn = unplug();
    await press(page, 'Import 2 Contacts');
    expect(await screen.findByText('You are offline.')).toBeVisible();
    plugIn();
    await press(page, 'Import 2 Contacts');
    expect(await screen.findByText(responseLost)).toBeVisible();
    unplug();
    await press(page, 'Import 2 Contacts');
    expect(await screen.findByText(responseLost)).toBeVisible();
  });
});
