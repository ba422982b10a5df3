import ContentCopy from '@mui/icons-material/ContentCopyOutlined';
import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';

interface DeviceTokenProps {
  token: string;
  /** Says whether it is on the screen and was not copied. */
  onUnsaved: (isUnsaved: boolean) => void;
}

/** A controller that scans nothing has its token typed. It is shown with the device that was just added, and never again. */
export const DeviceToken = ({ token, onUnsaved }: DeviceTokenProps) => {
  const [isShown, setShown] = useState(false);
  const [copied, setCopied] = useState('');
  const show = () => {
    setShown(true);
    onUnsaved(true);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token);
      setCopied('Copied');
      onUnsaved(false);
    } catch {
      // The page is not served over https, or the browser refuses.
      setCopied('This browser does not let Spotter copy. Select the token and copy it.');
    }
  };
  return (
    <Box sx={{ width: '100%', borderTop: 1, borderColor: 'divider', pt: 2 }}>
      <Typography variant="body2" sx={{ textWrap: 'pretty' }}>
        A controller without pairing takes a token instead. It is shown here once and works until the code is used.
      </Typography>
      {isShown ? (
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mt: 1 }}>
            <Box
              component="code"
              aria-label="Token"
              sx={{ flex: '1 1 260px', fontSize: '0.9375rem', overflowWrap: 'anywhere', userSelect: 'all' }}
            >
              {token}
            </Box>
            <Button variant="outlined" startIcon={<ContentCopy />} onClick={() => void copy()}>
              Copy
            </Button>
          </Box>
          <Box role="status" sx={{ minHeight: '1.5em', color: 'text.secondary', fontSize: '0.875rem' }}>
            {copied}
          </Box>
        </>
      ) : (
        <Button sx={{ mt: 1 }} variant="outlined" onClick={show}>
          Show token
        </Button>
      )}
    </Box>
  );
};
