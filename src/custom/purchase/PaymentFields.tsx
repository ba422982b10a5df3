import { Box } from '@mui/material';
import { TextInput } from 'react-admin';
import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import { CardFields } from '#src/resources/invoices/payments/CardFields.tsx';
import { StateInput } from '#src/ui/forms/AddressInputs.tsx';
import { FullWidth, twoColumns } from '#src/ui/forms/FormSection.tsx';
import type { ListedMembership } from '#src/dataProvider/memberships.ts';
import { ExistingNote, RenewInput, StartDateInput } from './PurchaseTerms.tsx';

interface PaymentFieldsProps {
  plan: ListedMembership;
  today: string;
  publishableKey: string;
  same: readonly ContactMembership[];
  onCardReady: () => void;
}

export const PaymentFields = ({ plan, today, publishableKey, same, onCardReady }: PaymentFieldsProps) => (
  <Box sx={{ display: 'grid', gap: 2 }}>
    <ExistingNote same={same} today={today} />
    <CardFields
      publishableKey={publishableKey}
      note="The card is securely processed by Stripe and saved for future automatic renewals."
      hidePostalCode
      onReady={onCardReady}
    />
    <Box sx={twoColumns}>
      <FullWidth>
        <TextInput source="cardholderName" label="Cardholder name" isRequired />
      </FullWidth>
      <FullWidth>
        <TextInput source="billingStreet" label="Street" isRequired />
      </FullWidth>
      <TextInput source="billingCity" label="City" isRequired />
      <StateInput source="billingState" isRequired />
      <TextInput source="billingZip" label="ZIP code" isRequired />
      <StartDateInput today={today} />
      <RenewInput plan={plan} label="Renew automatically with this card" />
    </Box>
  </Box>
);
