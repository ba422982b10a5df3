import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { render } from '#tests/support/unstyled.tsx';

// React reports each error that a boundary catches.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

/** A part whose code does not load until the network is back. */
const createPart = (Part = () => <p>Count of the drawer</p>) => {
  const network = { isDown: true };
  const load = vi.fn(async () => {
    if (network.isDown) throw new TypeError('Failed to fetch dynamically imported module');
    return { Part };
  });
  return { network, load, Part: lazyWithPreload('pos', load, 'Part') };
};

const alert = () => screen.findByRole('alertdialog', { name: 'Couldn’t load this part' });

test('a dialog whose code does not load says so over the page, and Try Again opens it', async () => {
  const { network, load, Part } = createPart();
  render(
    <>
      <input aria-label="Amount" defaultValue="12.50" />
      <LazyPart onClose={() => undefined}>
        <Part />
      </LazyPart>
    </>,
  );
  expect(await alert()).toHaveAccessibleDescription(
    'The connection was lost, or a new version is available. Try again, or reload the page.',
  );
  expect(screen.getByLabelText('Amount')).toHaveValue('12.50');
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await alert()).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
  network.isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Count of the drawer')).toBeVisible();
  expect(screen.getByLabelText('Amount')).toHaveValue('12.50');
});

test('a dialog that was closed after its code did not load opens the next time', async () => {
  const { network, Part } = createPart();
  const Page = () => {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>Close Drawer</button>
        {isOpen && (
          <LazyPart onClose={() => setOpen(false)}>
            <Part />
          </LazyPart>
        )}
      </>
    );
  };
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Close Drawer' }));
  await alert();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  network.isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Close Drawer' }));
  expect(await screen.findByText('Count of the drawer')).toBeVisible();
});

test('a closed dialog shows no message about its code', async () => {
  const { load, Part } = createPart();
  render(
    <LazyPart isOpen={false} onClose={() => undefined}>
      <Part />
    </LazyPart>,
  );
  await waitFor(() => expect(load).toHaveBeenCalledOnce());
  await waitFor(() => expect(console.error).toHaveBeenCalled());
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('a part whose code does not load says so in its place, and the rest of the page stays', async () => {
  const { network, Part } = createPart();
  render(
    <LazyPart
      fallback="Loading"
      renderWaiting={(content) => (
        <>
          {content}
          <button>Back to Cart</button>
        </>
      )}
    >
      <Part />
    </LazyPart>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t load this part. The connection was lost');
  expect(screen.getByRole('button', { name: 'Back to Cart' })).toBeVisible();
  network.isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Count of the drawer')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Back to Cart' })).not.toBeInTheDocument();
});

test('an error in a loaded part reaches the page’s error boundary', async () => {
  const { network, Part } = createPart(() => {
    throw new Error('No such drawer');
  });
  network.isDown = false;
  render(
    <ErrorBoundary renderError={(error) => `The page failed: ${String(error)}`}>
      <LazyPart onClose={() => undefined}>
        <Part />
      </LazyPart>
    </ErrorBoundary>,
  );
  expect(await screen.findByText('The page failed: Error: No such drawer')).toBeVisible();
});
