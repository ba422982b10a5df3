import type { ReactNode } from 'react';
import { CardElements } from '#src/resources/invoices/payments/CardElements.tsx';
import { SaleCard } from './SaleCard.tsx';
import { SaleForm } from './SaleForm.tsx';
import { SplitSale } from './SplitSale.tsx';
import { useCardSale } from './useCardSale.ts';

export interface CardSaleProps {
  publishableKey: string;
  onBack: () => void;
}

interface CardFormProps extends CardSaleProps {
  /** Gives up the split that was sent, so that another can be entered. Without it, the card pays all. */
  onChangeSplit?: (() => void) | undefined;
  /** With the way back, around what stands there until Stripe's form does. */
  renderFallback: (content: ReactNode) => ReactNode;
}

/** The card entry of the till. A separate chunk with Stripe's code, loaded when a card is to be charged. */
export const CardForm = ({ onChangeSplit, renderFallback, ...props }: CardFormProps) => (
  <CardElements publishableKey={props.publishableKey} renderFallback={renderFallback}>
    {onChangeSplit ? <SplitSale {...props} onChange={onChangeSplit} /> : <CardSale {...props} />}
  </CardElements>
);

const CardSale = ({ publishableKey, onBack }: CardSaleProps) => {
  const { complete, isReady, isBusy, error, onCardReady } = useCardSale();
  return (
    <SaleForm
      label="Complete Purchase"
      error={error}
      isBusy={isBusy}
      isBlocked={!isReady}
      onBack={onBack}
      onSubmit={() => void complete()}
    >
      <SaleCard publishableKey={publishableKey} onReady={onCardReady} />
    </SaleForm>
  );
};
