import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { zodResolver } from '@hookform/resolvers/zod';
import { CoreAdminContext, TextInput } from 'react-admin';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';
import { z } from 'zod';
import { describe, expect, test, vi } from 'vitest';
import { expireSession, readSession, startSession } from '#src/authProvider/session.ts';
import { Draft } from '#src/ui/forms/FormDraft.tsx';
import { FormPage } from '#src/ui/forms/FormPage.tsx';
import { ScopeContext, type LeavingGuard } from '#src/location-scope/useLocationScope.ts';
import { AppTheme } from '#src/ui/theme/AppTheme.tsx';
import { isTabHeld } from '#tests/support/leaving.ts';
import { createUser } from '#tests/support/records.ts';
import { render } from '#tests/support/unstyled.tsx';

const schema = z.object({ name: z.string('Name is required').min(1, 'Name is required') });
const guards: LeavingGuard[] = [];
const scope = {
  locations: [],
  selected: undefined,
  level: null,
  isPending: false,
  error: null,
  refetch: () => undefined,
  select: async () => true,
  maySignOut: async () => true,
  guard: (question: LeavingGuard) => {
    guards.push(question);
    return () => void guards.splice(guards.indexOf(question), 1);
  },
};

const renderForm = (about?: { id: string }) => {
  const onSubmit = vi.fn<(values: unknown) => void>();
  const page = (
    <CoreAdminContext>
      <AppTheme>
        <ScopeContext.Provider value={scope}>
          <FormPage
            submitLabel="Save"
            onCancel={() => void router.navigate('/elsewhere')}
            {...(about && { record: about })}
            resolver={zodResolver(schema)}
            onSubmit={(values: unknown) => onSubmit(values)}
          >
            <TextInput source="name" label="Name" isRequired />
          </FormPage>
          <Link to="/elsewhere">Elsewhere</Link>
        </ScopeContext.Provider>
      </AppTheme>
    </CoreAdminContext>
  );
  const router = createMemoryRouter(
    [
      { path: '/form', element: page },
      { path: '/elsewhere', element: <p>Elsewhere it is</p> },
    ],
    {
      initialEntries: ['/elsewhere', '/form'],
      initialIndex: 1,
    },
  );
  return { user: userEvent.setup(), onSubmit, router, ...render(<RouterProvider router={router} />) };
};

test('The contract’s message is shown under its input, and disappears when the field is corrected', async () => {
  const { user, onSubmit } = renderForm();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Name is required')).toBeVisible();
  await user.type(screen.getByLabelText(/Name/), 'Water');
  await waitFor(() => expect(screen.queryByText('Name is required')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ name: 'Water' }));
});

test('An untouched form is left without a question', async () => {
  const { user } = renderForm();
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
  expect(await screen.findByText('Elsewhere it is')).toBeVisible();
});

test('A changed form asks before it is left: by a link, and by another location', async () => {
  const { user, router } = renderForm();
  await user.type(screen.getByLabelText(/Name/), 'Water');
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(router.state.location.pathname).toBe('/form');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(guards).toHaveLength(1);
  const mayLeave = guards[0]?.ask();
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await mayLeave).toBe(true);
});

test('A changed form asks before Back leaves it, and holds the tab that is closed; an untouched and a saved one do neither', async () => {
  const { user, router, onSubmit } = renderForm();
  expect(isTabHeld()).toBe(false);
  await user.type(screen.getByLabelText(/Name/), 'Water');
  expect(isTabHeld()).toBe(true);
  await act(async () => router.navigate(-1));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(router.state.location.pathname).toBe('/form');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  await waitFor(() => expect(isTabHeld()).toBe(false));
  await act(async () => router.navigate('/elsewhere'));
  expect(await screen.findByText('Elsewhere it is')).toBeVisible();
});

test('A changed form holds no tab whose session has ended, or in which somebody else is signed in', async () => {
  startSession({ token: 't', user: createUser('admin') });
  const { user } = renderForm();
  await user.type(screen.getByLabelText(/Name/), 'Water');
  expect(isTabHeld()).toBe(true);
  localStorage.clear();
  expect(isTabHeld()).toBe(false);
  startSession({ token: 'u', user: createUser('manager') });
  expect(isTabHeld()).toBe(false);
});

test('Cancel leaves a changed form at once, without a question', async () => {
  const { user } = renderForm();
  await user.type(screen.getByLabelText(/Name/), 'Water');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Elsewhere it is')).toBeVisible();
});

test('What was typed about one record is not offered in the form of another', async () => {
  startSession({ token: 't', user: createUser('admin') });
  const { user, unmount } = renderForm({ id: 'towel' });
  await user.type(screen.getByLabelText(/Name/), 'Water');
  const session = readSession();
  expireSession();
  unmount();

  if (session) startSession(session);
  const other = renderForm({ id: 'shake' });
  expect(screen.queryByRole('button', { name: 'Restore' })).not.toBeInTheDocument();
  other.unmount();

  renderForm({ id: 'towel' });
  expect(screen.getByRole('button', { name: 'Restore' })).toBeVisible();
});

/** Types into a form until the session ends, and returns its user. */
const typedUntilExpired = async () => {
  const person = createUser('admin');
  startSession({ token: 't', user: person });
  const { user, unmount } = renderForm();
  await user.type(screen.getByLabelText(/Name/), 'Water');
  expireSession();
  unmount();
  return person;
};

test('a field without a help text keeps no line for one, and its error takes one', async () => {
  const { user } = renderForm();
  const helperLines = () => document.querySelectorAll('.MuiFormHelperText-root').length;
  expect(await screen.findByLabelText(/Name/)).toBeVisible();
  expect(helperLines()).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Name is required')).toBeVisible();
  expect(helperLines()).toBe(1);
});

describe('What was kept and not restored', () => {
  const kept = async () => startSession({ token: 't2', user: await typedUntilExpired() });
  const isOffered = () => screen.queryByRole('button', { name: 'Restore' }) !== null;

  test('is offered until the form was filled in without it', async () => {
    await kept();
    const looked = renderForm();
    expect(isOffered()).toBe(true);
    looked.unmount();
    const saved = renderForm();
    expect(isOffered()).toBe(true);
    await saved.user.type(screen.getByLabelText(/Name/), 'Juice');
    await saved.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved.onSubmit).toHaveBeenCalledOnce());
    saved.unmount();
    renderForm();
    expect(isOffered()).toBe(false);
  });

  test('gives way to what was typed when the session ended again', async () => {
    await kept();
    const second = renderForm();
    await second.user.type(screen.getByLabelText(/Name/), 'Juice');
    const session = readSession();
    expireSession();
    second.unmount();
    if (session) startSession(session);
    const { user } = renderForm();
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    expect(screen.getByLabelText(/Name/)).toHaveValue('Juice');
  });

  test('is offered for a day', async () => {
    await kept();
    const tomorrow = Date.now() + 24 * 60 * 60 * 1_000;
    vi.spyOn(Date, 'now').mockReturnValue(tomorrow);
    renderForm();
    expect(isOffered()).toBe(false);
    vi.restoreAllMocks();
  });
});

test('What was typed when the session ended is offered again to the same person', async () => {
  const person = await typedUntilExpired();

  startSession({ token: 't2', user: createUser('admin') });
  const other = renderForm();
  expect(screen.queryByRole('button', { name: 'Restore' })).not.toBeInTheDocument();
  other.unmount();

  startSession({ token: 't3', user: person });
  const again = renderForm();
  await again.user.click(screen.getByRole('button', { name: 'Restore' }));
  expect(screen.getByLabelText(/Name/)).toHaveValue('Water');
  expect(screen.getByLabelText(/Name/)).toHaveFocus();
});

test('What was typed is kept also where several calls are refused because the session ended', () => {
  const person = createUser('admin');
  const draft = () => <Draft of="a note" isDirty read={() => ({ note: 'Water' })} onRestore={() => undefined} />;
  startSession({ token: 't', user: person });
  const { rerender, unmount } = render(draft());
  expireSession();
  // The form is rendered once more before the next refusal arrives.
  rerender(draft());
  expireSession();
  unmount();

  startSession({ token: 't2', user: person });
  render(draft());
  expect(screen.getByRole('button', { name: 'Restore' })).toBeVisible();
});
