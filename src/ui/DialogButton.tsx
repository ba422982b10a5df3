import { Button, type ButtonProps } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { LazyPart } from './LazyPart.tsx';

/** A button and the lazy dialog that it opens. */
export const DialogButton = ({
  renderDialog,
  startsOpen = false,
  ...button
}: ButtonProps & { renderDialog: (onClose: () => void) => ReactNode; startsOpen?: boolean }) => {
  const [isOpen, setOpen] = useState(startsOpen);
  const close = () => setOpen(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen && <LazyPart onClose={close}>{renderDialog(close)}</LazyPart>}
    </>
  );
};
