import { render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, useNotify } from 'react-admin';
import { expect, test } from 'vitest';
import { Notifications } from '#src/custom/ui/Notifications.tsx';
import '#src/custom/ui/NotificationSnackbar.tsx';

const Save = () => {
  const notify = useNotify();
  return <button onClick={() => notify('Contact created', { type: 'success' })}>Save</button>;
};

test('A success message floats over the page and clears after 3 seconds', async () => {
  render(
    <CoreAdminContext>
      <Save />
      <Notifications />
    </CoreAdminContext>,
  );
  screen.getByRole('button', { name: 'Save' }).click();
  expect(await screen.findByText('Contact created')).toBeVisible();
  expect(screen.getByText('Contact created').closest('.MuiSnackbar-root')).toHaveStyle({ position: 'fixed' });
  const shownAt = Date.now();
  await waitFor(() => expect(screen.queryByText('Contact created')).not.toBeInTheDocument(), { timeout: 5000 });
  expect(Date.now() - shownAt).toBeGreaterThan(2000);
});

test('A message is shown after an earlier one has gone', async () => {
  const Two = () => {
    const notify = useNotify();
    return ['first', 'second'].map((name) => (
      <button key={name} onClick={() => notify(`The ${name} message`, { type: 'success', autoHideDuration: 100 })}>
        {name}
      </button>
    ));
  };
  render(
    <CoreAdminContext>
      <Two />
      <Notifications />
    </CoreAdminContext>,
  );
  screen.getByRole('button', { name: 'first' }).click();
  expect(await screen.findByText('The first message')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('The first message')).not.toBeInTheDocument());
  screen.getByRole('button', { name: 'second' }).click();
  expect(await screen.findByText('The second message')).toBeVisible();
});
