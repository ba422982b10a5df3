import ContentCopy from '@mui/icons-material/ContentCopyOutlined';
import { Alert, Box, Button, DialogActions, DialogContent, Typography } from '@mui/material';
import { useState } from 'react';
import type { ApiKeyCreated } from '#domain/api-keys/contract.ts';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { CurlExample } from './CurlExample.tsx';

/** The only time that a key is shown. */
export const KeyShownDialog = ({ made: { apiKey, key }, onClose }: { made: ApiKeyCreated; onClose: () => void }) => {
  const [copied, setCopied] = useState('');
  const { confirm, dialog } = useConfirm();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(key);
      setCopied('Copied');
    } catch {
      // The page is not served over https, or the browser refuses.
      setCopied('This browser does not let Spotter copy. Select the key and copy it.');
    }
  };
  const leave = async () => {
    if (copied === 'Copied' || (await confirm(question))) onClose();
  };
  return (
    <TitledDialog title={`${apiKey.name} is ready`} onClose={() => void leave()}>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Alert severity="warning">Copy the key now and keep it like a password. It is not shown again.</Alert>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <Box
            component="code"
            aria-label="API key"
            sx={{ flex: '1 1 260px', fontSize: '0.9375rem', overflowWrap: 'anywhere', userSelect: 'all' }}
          >
            {key}
          </Box>
          <Button variant="outlined" color="inherit" startIcon={<ContentCopy />} onClick={() => void copy()}>
            Copy
          </Button>
        </Box>
        <Box role="status" sx={{ minHeight: '1.5em', mt: -1.5, color: 'text.secondary', fontSize: '0.875rem' }}>
          {copied}
        </Box>
        <Typography variant="body2">Try it in a terminal:</Typography>
        <CurlExample apiKey={key} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          I Saved It
        </Button>
      </DialogActions>
      {dialog}
    </TitledDialog>
  );
};

const question = {
  title: 'Close without copying?',
  text: 'The key is not shown again. If it is lost, revoke it and make another.',
  confirmLabel: 'Close',
  cancelLabel: 'Keep It Open',
  isDangerous: true,
} as const;
