import { Alert, Box, Button, DialogActions, DialogContent, Typography } from '@mui/material';
import { useState } from 'react';
import type { ApiKeyCreated } from '#domain/api-keys/contract.ts';
import { useShownSecret } from '#src/ui/forms/shownOnce.tsx';
import { CopyButton } from '#src/ui/CopyButton.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { CurlExample } from './CodeBlock.tsx';
import { SignUpForm } from './SignUpForm.tsx';

/** The only time that a key is shown. */
export const KeyShownDialog = ({ made, onClose }: { made: ApiKeyCreated; onClose: () => void }) => {
  const { apiKey, key } = made;
  const isPublishable = apiKey.kind === 'publishable';
  const [copied, setCopied] = useState('');
  const { done, close, dialog } = useShownSecret({
    isUnsaved: copied !== 'Copied',
    text: 'The key is not shown again. If it is lost, revoke it and make another.',
    onClose,
  });
  const onCopied = (isDone: boolean) =>
    setCopied(isDone ? 'Copied' : 'This browser does not let Spotter copy. Select the text and copy it.');
  return (
    <TitledDialog title={`${apiKey.name} is ready`} maxWidth={isPublishable ? 'md' : 'sm'} onClose={close}>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {isPublishable ? (
          <Alert severity="info">
            Everybody may see this key: it only signs people up, on the pages that you named. Copy it now, since it is
            not shown again.
          </Alert>
        ) : (
          <Alert severity="warning">Copy the key now and keep it like a password. It is not shown again.</Alert>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <Box
            component="code"
            aria-label="API key"
            sx={{ flex: '1 1 260px', fontSize: '0.9375rem', overflowWrap: 'anywhere', userSelect: 'all' }}
          >
            {key}
          </Box>
          <CopyButton text={key} label="Copy" onCopied={onCopied} />
        </Box>
        <Box role="status" sx={{ minHeight: '1.5em', mt: -1.5, color: 'text.secondary', fontSize: '0.875rem' }}>
          {copied}
        </Box>
        {isPublishable ? (
          <SignUpForm made={made} onCopied={onCopied} />
        ) : (
          <>
            <Typography variant="body2">Try it in a terminal:</Typography>
            <CurlExample apiKey={key} />
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={done}>
          I saved it
        </Button>
      </DialogActions>
      {dialog}
    </TitledDialog>
  );
};
