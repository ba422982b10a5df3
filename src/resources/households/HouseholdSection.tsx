import { Alert, Box, Button, Link, Typography } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { Household, HouseholdMember } from '#domain/households/contract.ts';
import { savedCardText } from '#domain/stripe/savedCard.ts';
import { todayIn } from '#domain/shared/dates.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { householdActions } from '#src/dataProvider/households.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { paths } from '#src/paths.ts';
import { ActionMenu } from '#src/ui/ActionMenu.tsx';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { MoneyField } from '#src/ui/fields.tsx';
import { fullName } from '#domain/shared/fullName.ts';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { useNow } from '#src/ui/time.ts';
import { AddMemberDialog } from './AddMemberDialog.tsx';
import { ChangePayerDialog, CreateHouseholdDialog, EditMemberDialog, RenameDialog } from './HouseholdDialogs.tsx';
import { HouseholdMembers } from './HouseholdMembers.tsx';
import { RemoveMemberDialog } from './RemoveMemberDialog.tsx';
import { useHousehold } from './useHousehold.ts';

export type Opened =
  | { readonly dialog: 'create' | 'add' | 'rename' }
  | { readonly dialog: 'payer' | 'edit' | 'remove'; readonly member: HouseholdMember };

/** Says who pays for a contact, and for whom the contact pays. */
export const HouseholdSection = ({ contact }: { contact: ContactRecord }) => {
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const query = useHousehold(contact.id);
  const household = query.data;
  const mayCreate = household === null && contact.mayChange !== false;
  return (
    <Section
      title="Household"
      actions={
        <>
          {mayCreate && (
            <Button variant="outlined" onClick={() => setOpened({ dialog: 'create' })}>
              Create household
            </Button>
          )}
          {household?.mayChange && <HouseholdActions household={household} onOpen={setOpened} />}
        </>
      }
    >
      <QueryState
        query={query}
        fallback="Couldn’t load the household"
        loading={<SkeletonBlock lines={2} />}
        isEmpty={(data) => data === null}
        empty={
          <Typography color="textSecondary">
            {`${contact.firstName} pays for no one else. To let somebody else pay, add ${contact.firstName} to their household on their page.`}
          </Typography>
        }
      >
        {(data) =>
          data && (
            <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
              <Payment household={data} />
              <HouseholdMembers household={data} contactId={contact.id} onOpen={setOpened} />
            </Box>
          )
        }
      </QueryState>
      {opened?.dialog === 'create' && <CreateHouseholdDialog contact={contact} onClose={close} />}
      {household && opened?.dialog === 'add' && <AddMemberDialog household={household} onClose={close} />}
      {household && opened?.dialog === 'rename' && <RenameDialog household={household} onClose={close} />}
      {household && opened?.dialog === 'payer' && (
        <ChangePayerDialog household={household} member={opened.member} onClose={close} />
      )}
      {household && opened?.dialog === 'edit' && (
        <EditMemberDialog household={household} member={opened.member} onClose={close} />
      )}
      {household && opened?.dialog === 'remove' && (
        <RemoveMemberDialog household={household} member={opened.member} onClose={close} />
      )}
    </Section>
  );
};

const HouseholdActions = ({ household, onOpen }: { household: Household; onOpen: (opened: Opened) => void }) => {
  const notify = useNotify();
  const { confirm, dialog } = useConfirm();
  const { mutate: remove, isPending } = useSingleMutation({
    mutationFn: () => householdActions.deleteHousehold(household.id),
    onSuccess: ({ message }) => notify(message, { type: 'success' }),
    onError: (error) => notify(messageFrom(error, 'The household was not deleted'), { type: 'error' }),
  });
  const ask = async () => {
    const question = { title: `Delete the household ‘${household.name}’?`, confirmLabel: 'Delete', isDangerous: true };
    if (await confirm(question)) remove();
  };
  const isAlone = household.members.length === 1;
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <Button variant="outlined" onClick={() => onOpen({ dialog: 'add' })}>
        Add Member
      </Button>
      <ActionMenu
        label="Household actions"
        actions={[
          { label: 'Rename', onSelect: () => onOpen({ dialog: 'rename' }) },
          ...(isAlone ? [{ label: 'Delete household', isDangerous: true, isPending, onSelect: () => void ask() }] : []),
        ]}
      />
      {dialog}
    </Box>
  );
};

const Payment = ({ household }: { household: Household }) => {
  const { timezone } = useSelectedLocation();
  const today = todayIn(timezone, useNow());
  const { payer, savedCard, owed, owedInvoices } = household;
  const isByCard = household.members.some(({ memberships }) =>
    memberships.some(({ autoRenew, renewsBy }) => autoRenew && renewsBy === 'card'),
  );
  const hasCard = household.members.some((member) => member.isPayer && member.hasSavedCard);
  return (
    <>
      <DescriptionList
        columns={3}
        items={[
          { label: 'Name', value: household.name },
          { label: 'Paid by', value: fullName(payer) },
          {
            label: 'Saved card',
            value: savedCard ? savedCardText(savedCard, today) : hasCard ? 'Saved' : 'None',
          },
          {
            label: 'Amount due',
            value: <MoneyField amount={owed} {...(owed > 0 && { severity: 'error' as const })} />,
          },
          ...(owedInvoices.length > 0
            ? [{ label: 'Unpaid invoices', value: <OwedInvoices invoices={owedInvoices} />, isWide: true }]
            : []),
        ]}
      />
      {!hasCard && (
        <Alert severity={isByCard ? 'warning' : 'info'}>
          {isByCard
            ? `${payer.firstName} has no saved card. Renewals by card are not paid until one is saved.`
            : `${payer.firstName} has no saved card, so renewals are invoiced to ${payer.firstName} and paid at the desk or by a link.`}
        </Alert>
      )}
    </>
  );
};

const OwedInvoices = ({ invoices }: { invoices: Household['owedInvoices'] }) => (
  <Box component="ul" aria-label="Unpaid invoices" sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {invoices.map(({ id, number, description, due }) => (
      <Box component="li" key={id} sx={{ overflowWrap: 'anywhere' }}>
        <Link component={RouterLink} to={paths.invoices.show(id)}>
          {number ?? description ?? 'Invoice'}
        </Link>
        {': '}
        <MoneyField amount={due} />
      </Box>
    ))}
  </Box>
);
