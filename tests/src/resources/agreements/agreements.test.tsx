import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Agreement } from '#domain/agreements/contract.ts';
import { buildAgreement, createVersion } from '#tests/support/bookkeeping.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { buildLocation, createPage, ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const list = (agreements: Agreement[]) => ({
  'GET /agreements': () => ({ agreements, pagination: createPage(agreements.length) }),
});
const one = (agreement: Agreement): Routes => ({ [`GET /agreements/${agreement.id}`]: () => ({ agreement }) });
const pdf = (name = 'waiver.pdf', type = 'application/pdf') => new File(['%PDF-1.7'], name, { type });

describe('/agreements', () => {
  test('the list has its title, subtitle and columns, and asks for the company and the location', async () => {
    const place = buildLocation();
    const { api } = renderScreen('/agreements', list([buildAgreement()]), { locations: [place] });
    const row = within(await screen.findByRole('row', { name: /Liability Waiver/ }));
    for (const text of ['Read before the first visit', '2', 'Jan 5, 2026']) expect(row.getByText(text)).toBeVisible();
    expect(screen.getByText('Manage your membership, waiver, and policy agreements')).toBeVisible();
    expect(Object.fromEntries(api.to('GET /agreements')[0]?.query ?? [])).toEqual({
      page: '1',
      limit: '10',
      sortBy: 'createdAt',
      sortOrder: 'desc',
      companyId: ironPeak.id,
      locationId: place.id,
    });
    const sortable = screen.getAllByRole('columnheader').filter((head) => within(head).queryByRole('button'));
    expect(sortable.map(({ textContent }) => textContent)).toEqual(['Agreement', 'Created']);
  });

  test('an empty list offers the first agreement', async () => {
    renderScreen('/agreements', list([]));
    expect(await screen.findByText('Create your first agreement to get started.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add agreement' })).toHaveAttribute('href', '/agreements/add');
  });
});

describe('/agreements/add', () => {
  test('sends name and display order always, and the rest only when given', async () => {
    const { api, user } = renderScreen('/agreements/add', {
      'POST /agreements': () => ({ agreement: buildAgreement() }),
      ...list([]),
    });
    await user.type(await screen.findByLabelText(/^Name/), 'Waiver');
    await user.click(screen.getByRole('button', { name: 'Add agreement' }));
    expect(await screen.findByText('Agreement added')).toBeVisible();
    const form = api.to('POST /agreements')[0]?.body as FormData;
    expect(Object.fromEntries(form)).toEqual({ name: 'Waiver', displayOrder: '0', companyId: ironPeak.id });
  });

  test('sends the PDF that was chosen', async () => {
    const { api, user } = renderScreen('/agreements/add', {
      'POST /agreements': () => ({ agreement: buildAgreement() }),
      ...list([]),
    });
    await user.type(await screen.findByLabelText(/^Name/), 'Waiver');
    await user.upload(screen.getByLabelText('PDF document'), pdf());
    expect(screen.getByText(/waiver\.pdf/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add agreement' }));
    await waitFor(() => expect(api.to('POST /agreements')).toHaveLength(1));
    const form = api.to('POST /agreements')[0]?.body as FormData;
    expect(form.get('pdf')).toBeInstanceOf(File);
  });

  test('a file that is no PDF is refused in an alert', async () => {
    const { user } = renderScreen('/agreements/add');
    const input = await screen.findByLabelText('PDF document');
    input.removeAttribute('accept');
    await user.upload(input, new File(['<html>'], 'waiver.html', { type: 'text/html' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Please select a PDF file');
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.getByText('No file chosen. PDF, less than 10 MB.')).toBeVisible();
  });
});

describe('/agreements/{id}', () => {
  test('shows the agreement, its versions newest first, and marks the newest as current', async () => {
    const versions = [
      createVersion({ versionNumber: 2, pdfFileName: 'new.pdf' }),
      createVersion({ pdfFileName: 'old.pdf' }),
    ];
    const agreement = buildAgreement({ versions });
    const { api } = renderScreen(`/agreements/${agreement.id}`, one(agreement));
    expect(await screen.findByRole('heading', { name: 'Liability Waiver' })).toBeVisible();
    const newest = within(await screen.findByRole('row', { name: /new\.pdf/ }));
    expect(newest.getByText('v2')).toBeVisible();
    expect(newest.getByText('Current')).toBeVisible();
    expect(within(screen.getByRole('row', { name: /old\.pdf/ })).queryByText('Current')).toBeNull();
    expect(screen.getByRole('button', { name: 'Add Version' })).toBeVisible();
    expect(api.to(`GET /agreements/${agreement.id}`)[0]?.query.get('companyId')).toBe(ironPeak.id);
  });

  test('an operator at the agreement’s location reads it, whatever the level at the selected one', async () => {
    const [here, there] = [buildLocation({ name: 'A' }), buildLocation({ name: 'B' })];
    const agreement = buildAgreement({ locationId: there.id, versions: [createVersion()] });
    const locations = [
      { location: here, level: 'manager' },
      { location: there, level: 'operator' },
    ] as const;
    renderScreen(`/agreements/${agreement.id}`, one(agreement), { level: 'operator', locations });
    expect(await screen.findByRole('region', { name: 'Versions' })).toBeVisible();
    for (const name of ['Delete', 'Add Version', 'Ask everyone to sign again'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });

  test('Add First Version needs a PDF file, sends it, and the agreement is loaded again', async () => {
    const agreement = buildAgreement();
    const added = { agreement: { ...agreement, versions: [createVersion()] } };
    const path = `POST /agreements/${agreement.id}/versions`;
    const { api, user } = renderScreen(`/agreements/${agreement.id}`, { ...one(agreement), [path]: () => added });
    await user.click(await screen.findByRole('button', { name: 'Add First Version' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add First Version' }));
    await user.click(dialog.getByRole('button', { name: 'Add Version' }));
    expect(await dialog.findByText('PDF file is required')).toBeVisible();
    await user.upload(dialog.getByLabelText('PDF document'), pdf());
    await user.click(dialog.getByRole('button', { name: 'Add Version' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const form = api.to(path)[0]?.body as FormData;
    expect([...form.keys()].toSorted()).toEqual(['companyId', 'pdf']);
    expect(api.to(`GET /agreements/${agreement.id}`).length).toBeGreaterThan(1);
  });

  test('a version that could not be added keeps the file and says why', async () => {
    const agreement = buildAgreement();
    const routes = { ...one(agreement), [`POST /agreements/${agreement.id}/versions`]: () => respond(500, '', 'Oops') };
    const { user } = renderScreen(`/agreements/${agreement.id}`, routes);
    await user.click(await screen.findByRole('button', { name: 'Add First Version' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.upload(dialog.getByLabelText('PDF document'), pdf());
    await user.click(dialog.getByRole('button', { name: 'Add Version' }));
    expect(await dialog.findByText('HTTP 500: Oops')).toBeVisible();
    expect(dialog.getByText(/waiver\.pdf/)).toBeVisible();
  });

  test('a download that fails is an alert', async () => {
    const version = createVersion();
    const agreement = buildAgreement({ versions: [version] });
    const routes = {
      ...one(agreement),
      [`GET /agreements/versions/${version.id}/download`]: () =>
        respond(404, { message: 'Agreement version not found' }),
    };
    const { user } = renderScreen(`/agreements/${agreement.id}`, routes);
    await user.click(await screen.findByRole('button', { name: 'Download version 1' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Agreement version not found');
  });

  test('Ask everyone to sign again says what follows and asks first', async () => {
    const agreement = buildAgreement({ versions: [createVersion()] });
    const path = `POST /agreements/${agreement.id}/sign-again`;
    const routes = { ...one(agreement), [path]: () => ({ message: 'Everyone is asked to sign again' }) };
    const { api, user } = renderScreen(`/agreements/${agreement.id}`, routes);
    const press = async (answer: string) => {
      await user.click(await screen.findByRole('button', { name: 'Ask everyone to sign again' }));
      const question = within(await screen.findByRole('alertdialog', { name: 'Ask everyone to sign again?' }));
      expect(
        question.getByText(/^Every member whose plan asks for Liability Waiver reads as not signed/),
      ).toBeVisible();
      await user.click(question.getByRole('button', { name: answer }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    };
    await press('Cancel');
    expect(api.to(path)).toEqual([]);
    await press('Ask everyone');
    expect(await screen.findByText('Everyone is asked to sign again')).toBeVisible();
    expect(api.to(path)).toHaveLength(1);
  });

  test('an agreement without a document asks nobody to sign again', async () => {
    const agreement = buildAgreement();
    renderScreen(`/agreements/${agreement.id}`, one(agreement));
    expect(await screen.findByRole('button', { name: 'Add First Version' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Ask everyone to sign again' })).toBeNull();
  });

  test('Delete asks first, then goes to the list', async () => {
    const agreement = buildAgreement();
    const routes = {
      ...one(agreement),
      ...list([]),
      [`DELETE /agreements/${agreement.id}`]: () => ({ message: 'Agreement deleted' }),
    };
    const { api, user } = renderScreen(`/agreements/${agreement.id}`, routes);
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete this agreement?' }));
    expect(api.to(`DELETE /agreements/${agreement.id}`)).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Agreement deleted')).toBeVisible();
    expect(window.location.pathname).toBe('/agreements');
  });

  test('Error loading agreement: and the server’s message', async () => {
    const { id } = buildAgreement();
    renderScreen(`/agreements/${id}`, {
      [`GET /agreements/${id}`]: () => respond(404, { message: 'Agreement not found' }),
    });
    expect(await screen.findByText('Error loading agreement: Agreement not found')).toBeVisible();
  });
});

describe('/agreements/{id}/edit', () => {
  test('sends what was changed and the moment it was read, and goes back to the view', async () => {
    const agreement = buildAgreement();
    const path = `PUT /agreements/${agreement.id}`;
    const { api, user } = renderScreen(`/agreements/${agreement.id}/edit`, {
      ...one(agreement),
      [path]: () => ({ agreement }),
    });
    await user.type(await screen.findByLabelText(/^Name/), ' 2026');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Agreement updated')).toBeVisible();
    expect(window.location.pathname).toBe(`/agreements/${agreement.id}`);
    expect(api.to(path)[0]?.body).toEqual({ name: 'Liability Waiver 2026', updatedAt: agreement.updatedAt });
  });
});
