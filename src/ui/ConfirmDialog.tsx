import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useId, useRef, useState, type ReactNode } from 'react';
import { ignoreDoubleClick } from './TitledDialog.tsx';

type Question = Pick<ConfirmDialogProps, 'title' | 'text' | 'confirmLabel' | 'cancelLabel' | 'isDangerous'>;
type Asked = Question & { resolve: (yes: boolean) => void };

/** `const { confirm, dialog } = useConfirm()`: put `dialog` on the page, and `await confirm({…})` says yes or no. */
export const useConfirm = () => {
  const [asked, setAsked] = useState<Asked>();
  const [isOpen, setOpen] = useState(false);
  const confirm = (question: Question) =>
    new Promise<boolean>((resolve) => {
      setAsked({ ...question, resolve });
      setOpen(true);
    });
  const close = (yes: boolean) => {
    setOpen(false);
    asked?.resolve(yes);
  };
  const dialog = asked && (
    <ConfirmDialog {...asked} isOpen={isOpen} onConfirm={() => close(true)} onCancel={() => close(false)} />
  );
  return { confirm, dialog };
};

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  text?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** Red, for actions that cannot be undone. */
  isDangerous?: boolean;
  /** While what was confirmed is on its way, if the dialog stays open for it. */
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export const ConfirmDialog = ({
  isOpen,
  title,
  text,
  confirmLabel,
  cancelLabel = 'Cancel',
  isDangerous,
  isBusy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) => {
  const id = useId();
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={isOpen}
      {...ignoreDoubleClick(() => !isBusy && onCancel())}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      maxWidth="xs"
      fullWidth
      slotProps={{ transition: { onEnter: () => safe.current?.focus() } }}
    >
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent id={`${id}-text`} sx={text ? undefined : { py: 0 }}>
        {text && <DialogContentText>{text}</DialogContentText>}
      </DialogContent>
      <DialogActions>
        <Button ref={safe} onClick={onCancel} color="inherit" disabled={isBusy}>
          {cancelLabel}
        </Button>
        <Button onClick={onConfirm} loading={isBusy} variant="contained" color={isDangerous ? 'error' : 'primary'}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

/** An alert: one sentence and OK. Open while `text` is set. */
export const AlertDialog = ({ text, onClose }: { text: string | undefined; onClose: () => void }) => {
  const id = useId();
  const ok = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={text !== undefined}
      {...ignoreDoubleClick(onClose)}
      role="alertdialog"
      aria-label="Alert"
      aria-describedby={id}
      maxWidth="xs"
      fullWidth
      slotProps={{ transition: { onEnter: () => ok.current?.focus() } }}
    >
      <DialogContent sx={{ pt: 3 }}>
        <DialogContentText id={id} color="textPrimary">
          {text}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button ref={ok} onClick={onClose} variant="contained">
          OK
        </Button>
      </DialogActions>
    </Dialog>
  );
};
