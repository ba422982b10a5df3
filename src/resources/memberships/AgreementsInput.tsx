import type { AgreementSummary } from '#domain/contract/agreements.ts';
import { AutocompleteArrayInput } from '#src/custom/forms/AutocompleteArrayInput.tsx';
import { ErrorState } from '#src/custom/ui/EmptyState.tsx';
import { FormSection, FullWidth } from '#src/custom/forms/FormSection.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useAgreementOffers } from './useOffers.ts';

/** Which agreements go with a plan. Those bound already stay in the list wherever they live. */
export const AgreementsInput = ({ bound = [] }: { bound?: readonly AgreementSummary[] }) => {
  const { agreements, isPending, error, refetch } = useAgreementOffers();
  const elsewhere = bound.filter(({ id }) => !agreements.some((agreement) => agreement.id === id));
  return (
    <FormSection title="Agreements" text="Documents that go with this membership.">
      <FullWidth>
        {error && <ErrorState text={messageFrom(error, 'Failed to fetch agreements')} onRetry={() => void refetch()} />}
        <AutocompleteArrayInput
          source="agreementIds"
          label="Agreements"
          choices={[...elsewhere, ...agreements]}
          isLoading={isPending}
          noneText="No agreements found"
        />
      </FullWidth>
    </FormSection>
  );
};
