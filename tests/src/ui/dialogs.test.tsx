import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { render } from '#tests/support/unstyled.tsx';

/** Clicks beside the dialog, which is what is around it. */
const click = (role: string, detail: number) => {
  const beside = screen.getByRole(role).parentElement as Element;
  fireEvent.mouseDown(beside, { detail });
  fireEvent.click(beside, { detail });
};

test.each([
  [
    'a question',
    'alertdialog',
    (onClose: () => void) => (
      <ConfirmDialog isOpen title="Charge $108.00?" confirmLabel="Charge" onConfirm={vi.fn()} onCancel={onClose} />
    ),
  ],
  ['a dialog', 'dialog', (onClose: () => void) => <TitledDialog title="Take Payment" onClose={onClose} />],
])(
  '%s stays open at the second click of the double click that opened it, and is closed by one click beside it and by Escape',
  async (_what, role, shown) => {
    const onClose = vi.fn();
    render(shown(onClose));
    await waitFor(() => expect(screen.getByRole('heading')).toBeVisible());
    click(role, 2);
    expect(onClose).not.toHaveBeenCalled();
    click(role, 1);
    expect(onClose).toHaveBeenCalledTimes(1);
    fireEvent.keyDown(screen.getByRole('heading'), { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(2);
  },
);

test.each([
  [
    'a question',
    <ConfirmDialog
      key="1"
      isOpen
      title="Charge $108.00?"
      confirmLabel="Charge"
      onConfirm={vi.fn()}
      onCancel={vi.fn()}
    />,
  ],
  ['a dialog', <TitledDialog key="2" title="Take Payment" onClose={vi.fn()} />],
  ['a dialog that cannot be closed', <TitledDialog key="3" title="Take Payment" />],
])(
  'the second click of the double click that opened %s selects no word of it; a later double click does',
  async (_what, dialog) => {
    render(dialog);
    const title = await screen.findByRole('heading');
    /** Whether the browser selects what it selects for such a press. */
    const selects = (detail: number) => fireEvent.mouseDown(title, { detail });
    expect(selects(2)).toBe(false);
    expect([selects(1), selects(2)]).toEqual([true, true]);
  },
);
