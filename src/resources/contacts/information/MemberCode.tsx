import { Box, Button, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { ContactCodeResponse } from '#domain/contacts/contract.ts';
import { codeText } from '#domain/contacts/memberCode.ts';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { CodeImage } from '#src/ui/CodeImage.tsx';
import { PrintAlone } from '#src/ui/PrintAlone.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { contactActions } from '#src/dataProvider/contacts.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { useContact } from '../useContact.ts';

/** The code that checks the contact in. It is made when it is shown for the first time. */
export const MemberCode = () => {
  const [isShown, setShown] = useState(false);
  return (
    <Section title="Check-in Code">
      {isShown ? (
        <ShownCode />
      ) : (
        <Button variant="outlined" onClick={() => setShown(true)}>
          Show code
        </Button>
      )}
    </Section>
  );
};

const toQueryKey = (contactId: string) => ['contacts', 'code', contactId];

const ShownCode = () => {
  const { id } = useContact();
  const query = useQuery({ queryKey: toQueryKey(id), queryFn: ({ signal }) => contactActions.contactCode(id, signal) });
  return (
    <QueryState query={query} fallback="Failed to fetch the code">
      {(shown) => <Code shown={shown} />}
    </QueryState>
  );
};

const Code = ({ shown }: { shown: ContactCodeResponse }) => {
  const { id, firstName, lastName } = useContact();
  const cache = useQueryClient();
  const notify = useNotify();
  const [isPrinting, setPrinting] = useState(false);
  const { confirm, dialog } = useConfirm();
  const { mutate, isPending } = useIdempotentMutation({
    mutationFn: (_none: undefined, key) => contactActions.replaceContactCode(id, key),
    bodyOf: () => ({}),
    onSuccess: (replaced) => {
      cache.setQueryData(toQueryKey(id), replaced);
      notify(replaced.message ?? '', { type: 'success' });
    },
    onError: (error) => notify(messageFrom(error, 'Failed to make a new code'), { type: 'error' }),
  });
  const email = useIdempotentMutation({
    name: `code email.${id}`,
    mutationFn: (_none: undefined, key) => contactActions.emailContactCode(id, key),
    bodyOf: () => ({}),
    onSuccess: ({ message }) => notify(message, { type: 'success' }),
    onError: (error) => notify(messageFrom(error, 'Failed to email the code'), { type: 'error' }),
  });
  const replace = async () => {
    if (await confirm({ title: 'Make a new code?', text: 'The old one no longer works.', confirmLabel: 'New code' }))
      mutate(undefined);
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Images shown={shown} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" onClick={() => setPrinting(true)}>
          Print card
        </Button>
        <Button variant="outlined" loading={email.isPending} onClick={() => email.mutate(undefined)}>
          Email code
        </Button>
        <Button color="inherit" loading={isPending} onClick={() => void replace()}>
          New code
        </Button>
      </Box>
      {dialog}
      {isPrinting && (
        <PrintAlone styles={printStyles} onDone={() => setPrinting(false)}>
          <div className="member-card">
            <strong>
              {firstName} {lastName}
            </strong>
            <Images shown={shown} />
          </div>
        </PrintAlone>
      )}
    </Box>
  );
};

const Images = ({ shown: { code, qr, barcode } }: { shown: ContactCodeResponse }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
    <CodeImage svg={qr} label="QR code" width={128} />
    <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'center', maxWidth: '100%' }}>
      <CodeImage svg={barcode} label="Bar code" width={200} />
      <Typography component="code" variant="body2" sx={{ fontFamily: 'monospace' }}>
        {codeText(code)}
      </Typography>
    </Box>
  </Box>
);

/** The size of a bank card. */
const printStyles = {
  '@media screen': { '.member-card': { display: 'none' } },
  '@media print': {
    'body > *:not(.member-card)': { display: 'none !important' },
    '.member-card': {
      width: '85.6mm',
      height: '54mm',
      boxSizing: 'border-box',
      padding: '4mm',
      border: '0.2mm solid #999',
      borderRadius: '3mm',
      color: '#000',
      font: '600 14px/1.3 system-ui, sans-serif',
      overflow: 'hidden',
    },
    // The code below must stay whole.
    '.member-card > strong': {
      display: '-webkit-box',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 2,
      overflow: 'hidden',
      overflowWrap: 'anywhere',
    },
    '.member-card > div': { flexWrap: 'nowrap', gap: '3mm' },
    '.member-card img': { maxWidth: '42mm' },
  },
};
