import { Alert, Autocomplete, Box, TextField } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { membershipActions } from '#src/dataProvider/memberships.ts';
import { useCharges } from './Charges.tsx';
import { useSalesItemOptions } from './MembershipInputs.tsx';

/** On edit a newly chosen sales item is attached at once, as the last charge. Nothing is removed here. */
export const ChargeAdder = ({ membershipId }: { membershipId: string }) => (
  <Section
    title="Additional Charges"
    text="A sales item is added as soon as it is chosen. Charges are removed on the membership’s page."
  >
    <QueryState query={useCharges(membershipId)} fallback="Failed to fetch membership sales items">
      {(charges) => (
        <>
          {charges.map(({ id, salesItem }) => (
            <Box
              key={id}
              sx={{
                display: 'flex',
                gap: 2,
                justifyContent: 'space-between',
                py: 0.75,
                borderBottom: 1,
                borderColor: 'divider',
              }}
            >
              <span>{salesItem.name}</span>
              <span className="tabular">{formatMoney(salesItem.price)}</span>
            </Box>
          ))}
          <Picker membershipId={membershipId} taken={charges.map(({ salesItemId }) => salesItemId)} />
        </>
      )}
    </QueryState>
  </Section>
);

const Picker = ({ membershipId, taken }: { membershipId: string; taken: readonly string[] }) => {
  const { items, isPending } = useSalesItemOptions();
  const add = useMutation({
    mutationFn: (item: SalesItem) =>
      membershipActions.addMembershipSalesItem(membershipId, {
        salesItemId: item.id,
        isRequired: true,
        displayOrder: taken.length,
      }),
  });
  return (
    <>
      <Autocomplete
        options={items.filter(({ id }) => !taken.includes(id))}
        value={null}
        onChange={(_event, item) => item && add.mutate(item)}
        loading={isPending}
        disabled={add.isPending}
        blurOnSelect
        noOptionsText="No sales items found"
        getOptionLabel={({ name, price }) => `${name} (${formatMoney(price)})`}
        getOptionKey={({ id }) => id}
        renderInput={(params) => <TextField {...params} label="Add a sales item" />}
        sx={{ mt: 2 }}
      />
      {add.error && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {messageFrom(add.error, 'Failed to add sales item to membership')}
        </Alert>
      )}
    </>
  );
};
