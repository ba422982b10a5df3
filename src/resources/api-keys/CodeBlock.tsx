import { Box } from '@mui/material';

interface CodeBlockProps {
  label: string;
  maxHeight?: number;
  children: string;
}

export const CodeBlock = ({ label, maxHeight, children }: CodeBlockProps) => (
  <Box
    component="pre"
    role="region"
    aria-label={label}
    // So that the keyboard scrolls it.
    tabIndex={maxHeight === undefined ? undefined : 0}
    sx={{
      m: 0,
      p: 1.5,
      maxHeight,
      overflowY: 'auto',
      textAlign: 'left',
      borderRadius: 1,
      bgcolor: 'action.hover',
      fontFamily: 'monospace',
      fontSize: '0.8125rem',
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
    }}
  >
    {children}
  </Box>
);

/** A first call: who the key is. */
export const CurlExample = ({ apiKey }: { apiKey: string }) => (
  <CodeBlock label="Example">{`curl ${window.location.origin}/api/me \\\n  -H "Authorization: Bearer ${apiKey}"`}</CodeBlock>
);
