import { Box, Button, FormControlLabel, Switch, Typography } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import type { MembershipSalesItem } from '#domain/memberships/salesItemsContract.ts';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { MoneyField } from '#src/ui/fields.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { membershipActions, type MembershipRecord } from '#src/dataProvider/memberships.ts';

export const Charges = ({ plan }: { plan: MembershipRecord }) => (
  <Section title="Additional Charges" text="Required ones are charged with every purchase of this membership.">
    <QueryState
      query={useCharges(plan.id)}
      fallback="Failed to fetch membership sales items"
      isEmpty={(charges) => charges.length === 0}
      empty={<Typography color="textSecondary">No additional charges.</Typography>}
    >
      {(charges) => charges.map((charge) => <ChargeRow key={charge.id} charge={charge} />)}
    </QueryState>
  </Section>
);

const ChargeRow = ({ charge }: { charge: MembershipSalesItem }) => {
  const notify = useNotify();
  const { confirm, dialog } = useConfirm();
  const require = useMutation({
    mutationFn: (isRequired: boolean) => membershipActions.updateMembershipSalesItem(charge.id, { isRequired }),
    onError: (error) => notify(messageFrom(error, 'Failed to update membership sales item'), { type: 'error' }),
  });
  const remove = useMutation({
    mutationFn: () => membershipActions.removeMembershipSalesItem(charge.id),
    onError: (error) => notify(messageFrom(error, 'Failed to remove sales item from membership'), { type: 'error' }),
  });
  const { name, price } = charge.salesItem;
  const ask = async () => {
    const yes = await confirm({
      title: `Remove ${name}?`,
      text: 'It will no longer be charged with this membership.',
      confirmLabel: 'Remove',
      isDangerous: true,
    });
    if (yes) remove.mutate();
  };
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        py: 1,
        borderBottom: 1,
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Box sx={{ flex: '1 1 180px', minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Box>
      <MoneyField amount={price} />
      <FormControlLabel
        label="Required"
        control={
          <Switch
            size="small"
            checked={require.isPending ? require.variables : charge.isRequired}
            disabled={require.isPending}
            onChange={(_event, isRequired) => require.mutate(isRequired)}
            slotProps={{ input: { 'aria-label': `${name} is required` } }}
          />
        }
      />
      <Button
        size="small"
        color="error"
        loading={remove.isPending}
        onClick={() => void ask()}
        aria-label={`Remove ${name}`}
      >
        Remove
      </Button>
      {dialog}
    </Box>
  );
};

const toKey = (membershipId: string) => ['memberships', 'salesItems', membershipId];

export const useCharges = (membershipId: string) => {
  return useQuery({
    queryKey: toKey(membershipId),
    queryFn: ({ signal }) => membershipActions.membershipSalesItems(membershipId, signal),
  });
};
