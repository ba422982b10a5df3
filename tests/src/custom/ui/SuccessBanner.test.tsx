import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { SuccessBanner } from '#src/custom/ui/SuccessBanner.tsx';
import { withSuccess } from '#src/navigationState.ts';

test('A success message floats over the page, clears after 3 seconds and is not said again by Back or a reload', async () => {
  const router = createMemoryRouter([{ path: '*', element: <SuccessBanner /> }]);
  render(<RouterProvider router={router} />);
  await router.navigate('/contacts', withSuccess('Contact created'));
  expect(await screen.findByText('Contact created')).toBeVisible();
  expect(screen.getByText('Contact created').closest('output')).toHaveStyle({ position: 'fixed' });
  const shownAt = Date.now();
  await waitFor(() => expect(router.state.location.state).toBeNull());
  await waitFor(() => expect(screen.queryByText('Contact created')).not.toBeInTheDocument());
  expect(Date.now() - shownAt).toBeGreaterThan(2000);
});
