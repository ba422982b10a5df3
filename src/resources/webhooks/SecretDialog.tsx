import ContentCopy from '@mui/icons-material/ContentCopy';
import { Button, DialogActions, DialogContent, DialogContentText, TextField } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useShownSecret } from '#src/ui/forms/shownOnce.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';

/** A secret that is shown this once. */
export const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => {
  const notify = useNotify();
  const [isCopied, setCopied] = useState(false);
  const { done, close, dialog } = useShownSecret({
    isUnsaved: !isCopied,
    text: 'The secret is not shown again. If it is lost, replace it on the page of the webhook.',
    onClose,
  });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied(true);
      notify('Secret copied', { type: 'success' });
    } catch {
      notify('The browser did not copy it. Select the text and copy it by hand', { type: 'warning' });
    }
  };
  return (
    <TitledDialog title="Signing Secret" onClose={close}>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DialogContentText>
          The receiver checks with it that an event comes from Spotter. Copy it now: it is not shown again.
        </DialogContentText>
        <TextField
          label="Signing secret"
          value={secret}
          fullWidth
          slotProps={{
            htmlInput: { readOnly: true, onFocus: (event: { target: HTMLInputElement }) => event.target.select() },
            input: { sx: { fontFamily: 'monospace', fontSize: '0.8125rem' } },
          }}
        />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={done}>
          Done
        </Button>
        <Button variant="contained" startIcon={<ContentCopy />} onClick={() => void copy()}>
          Copy
        </Button>
      </DialogActions>
      {dialog}
    </TitledDialog>
  );
};
