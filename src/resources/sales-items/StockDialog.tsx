import { Typography } from '@mui/material';
import { NumberInput, TextInput, useNotify } from 'react-admin';
import { useWatch, type FieldValues } from 'react-hook-form';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import { stockMovementBody, type StockMovement, type StockMovementBody } from '#domain/sales-items/stockContract.ts';
import { inventoryMax } from '#domain/shared/limits.ts';
import { salesItemActions } from '#src/dataProvider/sales-items-actions.ts';
import { useIdempotentMutation, useUnanswered } from '#src/dataProvider/useIdempotentMutation.ts';
import { useMayAt } from '#src/location-scope/useLocationScope.ts';
import { PriceInput } from '#src/ui/forms/DecimalInput.tsx';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';
import { UnansweredNotice } from '#src/ui/forms/UnansweredNotice.tsx';
import { pluralize } from '#src/ui/labels.ts';
import { formResolver } from '#src/ui/forms/formResolver.ts';
import { stockCountText } from './salesItem.tsx';

interface StockDialogProps {
  item: SalesItem;
  kind: StockMovement['kind'];
  onClose: () => void;
}

/** Books a delivery, or what a count found. */
export const StockDialog = ({ item, kind, onClose }: StockDialogProps) => {
  const notify = useNotify();
  const mayCost = useMayAt(item, 'sales-items:cost');
  const name = `stock.${item.id}.${kind}`;
  const { mutateAsync: move } = useIdempotentMutation({
    name,
    mutationFn: (body: StockMovementBody, key) => salesItemActions.moveStock(item.id, body, key),
  });
  // In other words it would be booked a second time.
  const asked = useUnanswered<StockMovementBody>(name);
  const isReceived = kind === 'received';
  const save = async (values: FieldValues) => {
    const { salesItem } = await move(asked ?? (values as StockMovementBody));
    notify(`${pluralize(salesItem.inventoryQuantity, 'piece')} of ${item.name} in stock`, { type: 'success' });
  };
  return (
    <FormDialog
      title={isReceived ? `Receive ${item.name}` : `Count ${item.name}`}
      draftOf={`stock ${kind} of ${item.id}`}
      resolver={resolver}
      defaultValues={{
        kind,
        quantity: asked?.quantity ?? null,
        ...(isReceived && mayCost && { unitCost: asked?.unitCost ?? item.cost ?? null }),
        note: asked?.note ?? '',
      }}
      onSubmit={save}
      failed="The stock was not changed"
      submitLabel={isReceived ? 'Receive' : 'Save count'}
      onClose={onClose}
    >
      <UnansweredNotice isAsked={asked !== undefined} />
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {pluralize(item.inventoryQuantity, 'piece')} in stock now.
      </Typography>
      <NumberInput
        source="quantity"
        label={isReceived ? 'Pieces received' : 'Pieces counted'}
        isRequired
        autoFocus
        min={isReceived ? 1 : 0}
        max={inventoryMax}
        step={1}
        readOnly={asked !== undefined}
        helperText={<Outcome item={item} kind={kind} />}
      />
      {isReceived && mayCost && (
        <PriceInput
          source="unitCost"
          label="Cost of one piece"
          readOnly={asked !== undefined}
          helperText="Becomes the cost of the item."
        />
      )}
      <TextInput
        source="note"
        label="Note"
        readOnly={asked !== undefined}
        helperText={isReceived ? 'For example the number of the order.' : 'For example why some are missing.'}
      />
      <FormError />
    </FormDialog>
  );
};

const Outcome = ({ item, kind }: Omit<StockDialogProps, 'onClose'>) => {
  const quantity: unknown = useWatch({ name: 'quantity' });
  if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 0) return ' ';
  if (kind === 'received') return `Then ${pluralize(item.inventoryQuantity + quantity, 'piece')} in stock.`;
  return stockCountText(quantity - item.inventoryQuantity);
};

const resolver = formResolver(stockMovementBody);
