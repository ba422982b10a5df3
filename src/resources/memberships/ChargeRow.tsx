import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import type { MembershipSalesItem } from '#domain/contract/memberships-sales-items.ts';
import { MoneyField } from '#src/custom/ui/fields.tsx';
import { useConfirm } from '#src/custom/ui/ConfirmDialog.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useConsoleData } from '#src/dataProvider/useConsoleData.ts';
import { useChargesChanged } from './useCharges.ts';

/** One additional charge of a plan. */
export const ChargeRow = ({ charge }: { charge: MembershipSalesItem }) => {
  const data = useConsoleData();
  const notify = useNotify();
  const onSettled = useChargesChanged(charge.membershipId);
  const { confirm, dialog } = useConfirm();
  const require = useMutation({
    mutationFn: (isRequired: boolean) => data.updateMembershipSalesItem(charge.id, { isRequired }),
    onError: (error) => notify(messageFrom(error, 'Failed to update membership sales item'), { type: 'error' }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => data.removeMembershipSalesItem(charge.id),
    onError: (error) => notify(messageFrom(error, 'Failed to remove sales item from membership'), { type: 'error' }),
    onSettled,
  });
  const { name, price } = charge.salesItem;
  const ask = async () => {
    const yes = await confirm({ title: `Remove ${name}?`, text: 'It will no longer be charged with this membership.', confirmLabel: 'Remove', isDangerous: true });
    if (yes) remove.mutate();
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, py: 1, borderBottom: 1, borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } }}>
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
      <Button size="small" color="error" loading={remove.isPending} onClick={() => void ask()} aria-label={`Remove ${name}`}>
        Remove
      </Button>
      {dialog}
    </Box>
  );
};
