import { Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Passkey } from '#domain/auth/passkeysContract.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { canUsePasskeys } from '#src/authProvider/password.ts';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { DateField } from '#src/ui/fields.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { accountPasskeyActions } from '#src/dataProvider/account-passkeys.ts';
import { PasskeyDialog, type PasskeyDialogProps } from './PasskeyDialog.tsx';

export const PasskeysSection = () => {
  const query = useQuery({ queryKey: ['passkeys'], queryFn: ({ signal }) => accountPasskeyActions.passkeys(signal) });
  const [dialog, setDialog] = useState<PasskeyDialogProps['content']>();
  return (
    <Section
      title="Passkeys"
      text="Sign in with your fingerprint, your face or a PIN instead of your password and a code."
      isFlush
      actions={
        canUsePasskeys() && (
          <Button variant="outlined" onClick={() => setDialog({ kind: 'add' })}>
            Add passkey
          </Button>
        )
      }
    >
      <QueryState
        query={query}
        fallback="Couldn’t load your passkeys"
        loading={<SkeletonBlock />}
        isEmpty={(passkeys) => passkeys.length === 0}
        empty={<NoPasskeys />}
      >
        {(passkeys) => (
          <StaticTable<Passkey>
            label="Passkeys"
            rows={passkeys}
            columns={[...columns, removeColumn((passkey) => setDialog({ kind: 'remove', passkey }))]}
          />
        )}
      </QueryState>
      {dialog && <PasskeyDialog content={dialog} onClose={() => setDialog(undefined)} />}
    </Section>
  );
};

const NoPasskeys = () => (
  <Box sx={{ px: 2, pb: 2, color: 'text.secondary' }}>
    {canUsePasskeys()
      ? 'You have no passkey yet.'
      : 'You have no passkey yet, and this browser cannot use one at this address.'}
  </Box>
);

const columns: readonly Column<Passkey>[] = [
  {
    label: 'Device',
    cell: ({ name }) => (
      <Box component="span" sx={{ fontWeight: 600 }}>
        {name}
      </Box>
    ),
  },
  { label: 'Added', inCard: 'none', cell: ({ addedAt }) => <DateField value={addedAt} format={dateTimeText} /> },
  {
    label: 'Last Used',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <DateField value={lastUsedAt} format={dateTimeText} /> : 'Never'),
  },
];

const removeColumn = (remove: (passkey: Passkey) => void): Column<Passkey> => ({
  label: 'Action',
  align: 'right',
  inCard: 'end',
  cell: (passkey) => (
    <Button
      size="small"
      color="inherit"
      onClick={() => remove(passkey)}
      aria-label={`Remove the passkey of ${passkey.name}`}
    >
      Remove
    </Button>
  ),
});
