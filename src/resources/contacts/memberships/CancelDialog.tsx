import { Alert } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { BooleanInput, DateInput, RadioButtonGroupInput, SelectInput, TextInput } from 'react-admin';
import { useWatch, type FieldValues } from 'react-hook-form';
import { z } from 'zod';
import {
  cancellationBody,
  type CancellationBody,
  type CancellationPreview,
} from '#domain/contact-memberships/actionsContract.ts';
import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import { cancellationReasonLabels, cancellationReasons } from '#domain/contact-memberships/cancellation.ts';
import { isCalendarDate } from '#domain/shared/dates.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { pluralize } from '#src/ui/labels.ts';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';
import { formResolver } from '#src/ui/forms/formResolver.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { contactMembershipActions } from '#src/dataProvider/contact-memberships.ts';
import { useMayDo, useMembershipClock } from './contactMembership.ts';
import { Preview, useIsPreviewing } from './Preview.tsx';
import { useMembershipChange } from './useMembershipChange.ts';

export const CancelDialog = ({ membership, onClose }: { membership: ContactMembership; onClose: () => void }) => {
  const change = useMembershipChange(membership);
  const cancel = async (values: FieldValues) => {
    await change(values as CancellationBody, contactMembershipActions.cancelContactMembership, 'cancel');
  };
  return (
    <FormDialog
      title={`Cancel ${membership.membershipName}`}
      draftOf={`cancellation of ${membership.id}`}
      resolver={resolver}
      defaultValues={defaults}
      onSubmit={cancel}
      failed="The membership was not canceled"
      submitLabel="Cancel membership"
      cancelLabel="Keep it"
      isDangerous
      onClose={onClose}
    >
      <FormError />
      <When membership={membership} />
      <SelectInput source="reason" label="Reason" choices={reasons} isRequired />
      <TextInput source="note" label="Note" multiline minRows={2} />
      <CancellationOutcome membership={membership} />
    </FormDialog>
  );
};

const defaults = { when: 'period_end', reason: '', note: '', release: false };

// An input whose date does not count keeps its value.
const form = z.preprocess((values) => {
  const { date, ...rest } = values as FieldValues;
  return rest['when'] === 'date' ? { ...rest, date: date ?? '' } : rest;
}, cancellationBody);
const resolver = formResolver(form);

const reasons = cancellationReasons.map((id) => ({ id, name: cancellationReasonLabels[id] }));
const otherTimes = [
  { id: 'date', name: 'On a date' },
  { id: 'now', name: 'Now: access ends at once' },
];

const When = ({ membership }: { membership: ContactMembership }) => {
  const when: unknown = useWatch({ name: 'when' });
  const release: unknown = useWatch({ name: 'release' });
  const { today } = useMembershipClock(membership);
  const mayManage = useMayDo(membership, 'manage');
  const { data: atEnd } = useCancellationPreview(
    membership,
    { when: 'period_end', release: Boolean(release) },
    mayManage,
  );
  if (!mayManage) return null;
  const { contractEndDate } = membership;
  return (
    <>
      <RadioButtonGroupInput
        source="when"
        label="When"
        choices={[{ id: 'period_end', name: atEnd ? endText(atEnd) : 'At the end of the paid period' }, ...otherTimes]}
        row={false}
        sx={{ '& .MuiFormGroup-root': { rowGap: 0.5 } }}
      />
      {when === 'date' && (
        <DateInput source="date" label="Last day" isRequired slotProps={{ htmlInput: { min: today } }} />
      )}
      {contractEndDate !== null && contractEndDate >= today && (
        <BooleanInput
          source="release"
          label="Release from the contract"
          helperText={`It runs until ${shortDate(contractEndDate, 'UTC')}. Please note why it ends early.`}
        />
      )}
    </>
  );
};

/** 'At contract end, Nov 22, 2027 · 12 payments'. */
const endText = ({ lastDay, contractEndDate, paymentsLeft }: CancellationPreview) => {
  const end =
    contractEndDate !== null && lastDay >= contractEndDate ? 'At contract end' : 'At the end of the paid period';
  const payments = paymentsLeft ? ` · ${pluralize(paymentsLeft, 'payment')}` : '';
  return `${end}, ${shortDate(lastDay, 'UTC')}${payments}`;
};

const useCancellationPreview = (
  { id, contactId }: ContactMembership,
  request: Pick<CancellationBody, 'when' | 'date' | 'release'>,
  isKnown: boolean,
) => {
  return useQuery({
    queryKey: ['contacts', 'cancellationPreview', id, request],
    queryFn: ({ signal }) =>
      contactMembershipActions.cancellationPreview({ contactId, contactMembershipId: id }, request, signal),
    enabled: useIsPreviewing() && isKnown,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
};

const CancellationOutcome = ({ membership }: { membership: ContactMembership }) => {
  const [when, date, release] = useWatch({ name: ['when', 'date', 'release'] }) as [
    CancellationBody['when'],
    string | null | undefined,
    boolean,
  ];
  const isKnown = when !== 'date' || (typeof date === 'string' && isCalendarDate(date));
  const request = { when, release, ...(when === 'date' && date && { date }) };
  const { data: preview, error } = useCancellationPreview(membership, request, isKnown);
  if (!isKnown) return null;
  if (error)
    return <Alert severity="warning">{messageFrom(error, 'Couldn’t load what the cancellation would do')}</Alert>;
  return <Preview items={preview && previewItems(preview)} />;
};

const previewItems = ({
  lastDay,
  lastPayment,
  paymentsLeft,
  contractEndDate,
  openInvoicesVoided,
  staysOwed = 0,
  refundable,
}: CancellationPreview) => [
  { label: 'Last day', value: shortDate(lastDay, 'UTC') },
  {
    label: 'Last payment',
    value: lastPayment
      ? `${formatMoney(lastPayment.amount)} with tax on ${shortDate(lastPayment.on, 'UTC')}`
      : `Nothing ${staysOwed > 0 ? 'new' : 'more'} is charged`,
  },
  ...(paymentsLeft ? [{ label: 'Payments left', value: String(paymentsLeft) }] : []),
  ...(contractEndDate ? [{ label: 'Contract ends', value: shortDate(contractEndDate, 'UTC') }] : []),
  ...(openInvoicesVoided > 0
    ? [{ label: 'Open invoices', value: openInvoicesVoided === 1 ? '1 is voided' : `${openInvoicesVoided} are voided` }]
    : []),
  ...(staysOwed > 0 ? [{ label: 'Stays owed', value: `${formatMoney(staysOwed)}, billed before` }] : []),
  ...(refundable > 0
    ? [{ label: 'Paid for this period', value: `${formatMoney(refundable)}, not refunded by this` }]
    : []),
];
