import { screen, waitFor } from '@testing-library/react';
import { IconButton } from '@mui/material';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { useFocusKept } from '#src/custom/layout/useFocus.ts';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { render } from '#tests/support/unstyled.tsx';

const Page = () => {
  const main = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isGone, setGone] = useState(false);
  useFocusKept(main);
  return (
    <main ref={main}>
      <button>Check In</button>
      <section aria-label="Rows">{!isGone && <button onClick={() => setOpen(true)}>Add tags</button>}</section>
      {isOpen && (
        <TitledDialog title="Tags">
          <button
            onClick={() => {
              setGone(true);
              setOpen(false);
            }}
          >
            Save
          </button>
        </TitledDialog>
      )}
    </main>
  );
};

const Note = ({ isBusy }: { isBusy: boolean }) => {
  const main = useRef<HTMLElement>(null);
  useFocusKept(main);
  return (
    <main ref={main}>
      <section aria-label="Notes">
        <IconButton aria-label="Delete note" loading={isBusy} />
      </section>
    </main>
  );
};

const open = () => {
  // Without a layout nothing would be in sight.
  vi.spyOn(Element.prototype, 'checkVisibility').mockReturnValue(true);
  render(<Page />);
  return userEvent.setup();
};

test('After a dialog whose button on the page is gone, the focus is on the section around that button', async () => {
  const user = open();
  await user.click(screen.getByRole('button', { name: 'Add tags' }));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByRole('region', { name: 'Rows' })).toHaveFocus());
});

test('A click on the background takes the focus away', async () => {
  const user = open();
  screen.getByRole('button', { name: 'Add tags' }).focus();
  await user.click(document.body);
  screen.getByRole('button', { name: 'Check In' }).click();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(document.body).toHaveFocus();
});

test('A button with an icon has the focus again after it waited for the server', async () => {
  vi.spyOn(Element.prototype, 'checkVisibility').mockReturnValue(true);
  const { rerender } = render(<Note isBusy={false} />);
  const button = screen.getByRole('button', { name: 'Delete note' });
  button.focus();
  rerender(<Note isBusy />);
  await new Promise((resolve) => setTimeout(resolve, 200));
  rerender(<Note isBusy={false} />);
  await waitFor(() => expect(button).toHaveFocus());
});
