import { act, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { CoreAdminContext, useCloseNotification, useNotify } from 'react-admin';
import { expect, test, vi } from 'vitest';
import { Notifications } from '#src/custom/layout/Notifications.tsx';
import '#src/custom/layout/NotificationStack.tsx';
import { renderStyled } from '#tests/support/unstyled.tsx';

const Save = () => {
  const notify = useNotify();
  return <button onClick={() => notify('Contact created', { type: 'success' })}>Save</button>;
};

const Two = () => {
  const notify = useNotify();
  return ['first', 'second'].map((name) => (
    <button key={name} onClick={() => notify(`The ${name} message`, { type: 'error' })}>
      {name}
    </button>
  ));
};

const renderWith = (page: ReactNode) =>
  renderStyled(
    <CoreAdminContext>
      {page}
      <Notifications />
    </CoreAdminContext>,
  );

test('A success message floats over the page and clears after 3 seconds', async () => {
  renderWith(<Save />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  screen.getByRole('button', { name: 'Save' }).click();
  expect(await screen.findByText('Contact created')).toBeVisible();
  expect(screen.getByText('Contact created').closest('.MuiSnackbar-root')?.parentElement).toHaveStyle({
    position: 'fixed',
  });
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(screen.getByText('Contact created')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  await waitFor(() => expect(screen.queryByText('Contact created')).not.toBeInTheDocument());
});

test('A message is shown after an earlier one has gone', async () => {
  renderWith(<Two />);
  screen.getByRole('button', { name: 'first' }).click();
  expect(await screen.findByText('The first message')).toBeVisible();
  screen.getByRole('button', { name: 'Close' }).click();
  await waitFor(() => expect(screen.queryByText('The first message')).not.toBeInTheDocument());
  screen.getByRole('button', { name: 'second' }).click();
  expect(await screen.findByText('The second message')).toBeVisible();
});

test('A newer message replaces an older one, which does not come back, and has all of its own time', async () => {
  renderWith(<Two />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  screen.getByRole('button', { name: 'first' }).click();
  expect(await screen.findByText('The first message')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  screen.getByRole('button', { name: 'second' }).click();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText('The second message')).toBeVisible();
  expect(screen.queryByText('The first message')).not.toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(screen.getByText('The second message')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});

const WithUndo = () => {
  const notify = useNotify();
  return (
    <>
      <button onClick={() => notify(withUndo, { type: 'success', autoHideDuration: 10_000 })}>Delete</button>
      <Save />
    </>
  );
};
const Undo = () => <button onClick={useCloseNotification()}>Undo</button>;
const withUndo = <Undo />;

test('A message with Undo keeps it for its whole time, whatever message comes after it', async () => {
  renderWith(<WithUndo />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  screen.getByRole('button', { name: 'Delete' }).click();
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  screen.getByRole('button', { name: 'Save' }).click();
  expect(await screen.findByText('Contact created')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  await waitFor(() => expect(screen.queryByText('Contact created')).not.toBeInTheDocument());
  await act(() => vi.advanceTimersByTimeAsync(3_500));
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument());
});

test('What a message offers closes that message alone, once it is done', async () => {
  renderWith(<WithUndo />);
  screen.getByRole('button', { name: 'Delete' }).click();
  const undo = await screen.findByRole('button', { name: 'Undo' });
  screen.getByRole('button', { name: 'Save' }).click();
  expect(await screen.findByText('Contact created')).toBeVisible();
  undo.click();
  await waitFor(() => expect(undo).not.toBeInTheDocument());
  expect(screen.getByText('Contact created')).toBeVisible();
});
