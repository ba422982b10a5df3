import { formatMoney } from '#domain/rules/money.ts';
import { AutocompleteArrayInput } from '#src/custom/forms/AutocompleteArrayInput.tsx';
import { ErrorState } from '#src/custom/ui/EmptyState.tsx';
import { FormSection, FullWidth } from '#src/custom/forms/FormSection.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useSalesItemOffers } from './useOffers.ts';

/** The sales items that a new plan will charge. */
export const ChargesInput = () => {
  const { items, isPending, error, refetch } = useSalesItemOffers();
  return (
    <FormSection title="Additional Charges" text="Sales items that are charged with every purchase of this membership.">
      <FullWidth>
        {error && <ErrorState text={messageFrom(error, 'Failed to fetch sales items')} onRetry={() => void refetch()} />}
        <AutocompleteArrayInput
          source="salesItemIds"
          label="Sales Items"
          choices={items.map(({ id, name, price }) => ({ id, name: `${name} (${formatMoney(price)})` }))}
          isLoading={isPending}
          noneText="No sales items found"
        />
      </FullWidth>
    </FormSection>
  );
};
