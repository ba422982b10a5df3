import { Box } from '@mui/material';

/** A first call: who the key is. */
export const CurlExample = ({ apiKey }: { apiKey: string }) => (
  <Box
    component="pre"
    aria-label="Example"
    sx={{
      m: 0,
      p: 1.5,
      textAlign: 'left',
      borderRadius: 1,
      bgcolor: 'action.hover',
      fontFamily: 'monospace',
      fontSize: '0.8125rem',
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
    }}
  >
    {`curl ${window.location.origin}/api/me \\\n  -H "Authorization: Bearer ${apiKey}"`}
  </Box>
);
