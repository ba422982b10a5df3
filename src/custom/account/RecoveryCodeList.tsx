import Download from '@mui/icons-material/FileDownloadOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import { Box, Button, Typography } from '@mui/material';
import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { readSession } from '#src/authProvider/session.ts';
import { CopyButton } from '#src/ui/CopyButton.tsx';
import { LeaveGuard } from '#src/ui/forms/LeaveWarning.tsx';
import { saveFile } from '#src/ui/lists/csv.ts';
import { PrintAlone } from '#src/ui/PrintAlone.tsx';

/** Codes that are shown once. Leaving them before `onDone` asks first. */
export const RecoveryCodeList = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const [copied, setCopied] = useState('');
  const [isPrinting, setPrinting] = useState(false);
  const [isDone, setDone] = useState(false);
  const heading = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  const done = () => {
    // Rendered synchronously, so that the guard lets `onDone` leave the page.
    flushSync(() => setDone(true));
    onDone();
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography ref={heading} tabIndex={-1} variant="body2" sx={{ outline: 'none' }}>
        Two-step verification is on. If you lose your phone, each of these codes lets you sign in once. Save them
        somewhere else: they are not shown again.
      </Typography>
      <Codes codes={codes} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <CopyButton
          text={codes.join('\n')}
          label="Copy"
          onCopied={(isCopied) => setCopied(isCopied ? 'Copied' : 'Not copied. Select the codes and copy them.')}
        />
        <Button
          variant="outlined"
          startIcon={<Download />}
          onClick={() => saveFile('spotter-recovery-codes.txt', [fileText(codes)], 'text/plain')}
        >
          Download
        </Button>
        <Button variant="outlined" startIcon={<Print />} onClick={() => setPrinting(true)}>
          Print
        </Button>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box role="status" sx={{ flex: 1, color: 'text.secondary', fontSize: '0.875rem' }}>
          {copied}
        </Box>
        <Button variant="contained" onClick={done}>
          I saved them
        </Button>
      </Box>
      <LeaveGuard isActive={!isDone} question={question} />
      {isPrinting && <CodesPrint codes={codes} onDone={() => setPrinting(false)} />}
    </Box>
  );
};

const Codes = ({ codes }: { codes: readonly string[] }) => (
  <Box
    component="ul"
    aria-label="Recovery codes"
    sx={{
      display: 'grid',
      gridTemplateColumns: { sm: '1fr 1fr' },
      gap: '6px 24px',
      m: 0,
      p: 0,
      listStyle: 'none',
      fontFamily: 'monospace',
      fontSize: '0.9375rem',
    }}
  >
    {codes.map((code) => (
      <li key={code}>{code}</li>
    ))}
  </Box>
);

const CodesPrint = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => (
  <PrintAlone styles={printStyles} onDone={onDone}>
    <div className="recovery-codes">
      <h1>{getTitle()}</h1>
      <Codes codes={codes} />
    </div>
  </PrintAlone>
);

const question = {
  title: 'Leave before you saved the codes?',
  text: 'They are not shown again. If they are lost, make new ones under Your account.',
  confirmLabel: 'Leave',
  cancelLabel: 'Stay',
  isDangerous: true,
} as const;

const getTitle = () => `Recovery codes of ${readSession()?.user.email ?? 'your account'} for Spotter`;
const fileText = (codes: readonly string[]) => `${getTitle()}\nEach works once.\n\n${codes.join('\n')}\n`;

const printStyles = {
  '@media screen': { '.recovery-codes': { display: 'none' } },
  '@media print': {
    'body > *:not(.recovery-codes)': { display: 'none !important' },
    '.recovery-codes': { color: '#000' },
    '.recovery-codes h1': { font: '600 16px/1.4 system-ui, sans-serif' },
  },
};
