import { screen, waitFor } from '@testing-library/react';
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
