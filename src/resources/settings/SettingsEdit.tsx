import { emailLabels } from '#domain/member-emails/emailKinds.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Typography } from '@mui/material';
import { BooleanInput, NumberInput, SelectInput, TextArrayInput, TextInput } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { reentries } from '#domain/settings/companySettings.ts';
import { settingsUpdateBody } from '#domain/settings/contract.ts';
import {
  agreementYearsMax,
  cancellationNoticeDaysMax,
  freezeDaysMax,
  graceDaysMax,
  invoiceDaysMax,
  noticeDaysMax,
  reentryMinutesMax,
  repeatMinutesMax,
} from '#domain/shared/limits.ts';
import { PriceInput } from '#src/ui/forms/DecimalInput.tsx';
import { FormPage } from '#src/ui/forms/FormPage.tsx';
import { FormSection, FullWidth } from '#src/ui/forms/FormSection.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { EditPage } from '#src/ui/RecordPage.tsx';
import type { SettingsRecord } from '#src/dataProvider/settings.ts';
import { paths } from '#src/paths.ts';
import { AccountingInputs } from './AccountingInputs.tsx';
import { reentryLabels, settingsLabels as labels, settingsTexts as texts } from './settings.ts';

export const SettingsEdit = ({ companyId, companyName }: { companyId: string; companyName: string }) => (
  <EditPage<SettingsRecord>
    resource="settings"
    id={companyId}
    fallback="Couldn’t load settings"
    renderHeader={() => <PageHeader title="Settings" subtitle={`Settings for ${companyName}`} back={backToSettings} />}
    showPath={() => paths.settings.home}
    saved="Settings saved"
  >
    {(settings) => (
      <FormPage record={settings} resolver={resolver} submitLabel="Save changes" cancelTo={paths.settings.home}>
        <FormSection title="Memberships" text={texts.memberships}>
          <DaysInput
            source="memberships.cancellationNoticeDays"
            label={labels.cancellationNoticeDays}
            min={0}
            max={cancellationNoticeDaysMax}
          />
          <DaysInput source="memberships.graceDays" label={labels.graceDays} min={0} max={graceDaysMax} />
          <DaysInput source="memberships.freezeMinDays" label={labels.freezeMinDays} min={1} max={freezeDaysMax} />
          <DaysInput source="memberships.freezeMaxDays" label={labels.freezeMaxDays} min={1} max={freezeDaysMax} />
          <DaysInput
            source="memberships.freezeDaysPerYear"
            label={labels.freezeDaysPerYear}
            min={1}
            max={freezeDaysMax}
          />
          <PriceInput source="memberships.freezeFee" label={labels.freezeFee} isRequired />
        </FormSection>
        <FormSection title="Payments" text={texts.payments}>
          <TextArrayInput
            source="payments.retryDays"
            label={labels.retryDays}
            helperText="Days after the first failure. Type a number and press Enter."
            format={toTexts}
            parse={countDays}
          />
          <DaysInput
            source="payments.manualInvoiceDays"
            label={labels.manualInvoiceDays}
            min={0}
            max={invoiceDaysMax}
          />
          <FullWidth>
            <TextArrayInput
              source="payments.otherMethods"
              label={labels.otherMethods}
              helperText="In addition to cash and card. Type a name and press Enter."
            />
          </FullWidth>
          <PercentInput source="payments.pointOfSaleDiscount" label={labels.pointOfSaleDiscount} />
          <PercentInput source="payments.managerDiscount" label={labels.managerDiscount} />
          <BooleanInput source="payments.requireOpenDrawer" label={labels.requireOpenDrawer} />
          <BooleanInput
            source="payments.cashOnly"
            label={labels.cashOnly}
            helperText="Setup then skips the Stripe keys. Cards are still taken once there are keys."
          />
        </FormSection>
        <FormSection title="Receipts" text={texts.receipts}>
          <LegalNameInput />
          <TextInput source="receipts.taxId" label={labels.taxId} autoComplete="off" />
          <FullWidth>
            <TextInput source="receipts.footer" label={labels.footer} multiline minRows={2} />
          </FullWidth>
        </FormSection>
        <FormSection title="Check-in" text={texts.checkins}>
          <BooleanInput source="checkins.warnOwed" label={labels.warnOwed} />
          <BooleanInput source="checkins.warnUnsigned" label={labels.warnUnsigned} />
          <NumberInput
            source="checkins.repeatMinutes"
            label={labels.repeatMinutes}
            isRequired
            min={0}
            max={repeatMinutesMax}
            step={1}
            helperText={`Minutes, 0 to ${repeatMinutesMax}. With 0, every visit counts.`}
          />
          <SelectInput
            source="checkins.reentry"
            label={labels.reentry}
            choices={reentryChoices}
            isRequired
            helperText="When somebody comes in again without having gone out. The desk is never refused."
          />
          <NumberInput
            source="checkins.reentryMinutes"
            label={labels.reentryMinutes}
            isRequired
            min={1}
            max={reentryMinutesMax}
            step={1}
            helperText={`Minutes, 1 to ${reentryMinutesMax}.`}
          />
        </FormSection>
        <EmailInputs />
        <AccountingInputs companyId={companyId} />
        <FormSection title="Security" text={texts.security}>
          <FullWidth>
            <BooleanInput
              source="security.requireSecondFactor"
              label={labels.requireSecondFactor}
              helperText="Admins without one, including you, must turn it on before they can do anything else. Signing in with a passkey counts as both factors."
            />
          </FullWidth>
        </FormSection>
        <FormSection title="Privacy" text={texts.privacy}>
          <NumberInput
            source="privacy.agreementYears"
            label={labels.agreementYears}
            isRequired
            min={0}
            max={agreementYearsMax}
            step={1}
            helperText={`Years after the erasure, 0 to ${agreementYearsMax}`}
          />
        </FormSection>
      </FormPage>
    )}
  </EditPage>
);

const reentryChoices = reentries.map((id) => ({ id, name: reentryLabels[id] }));

const backToSettings = { to: paths.settings.home, label: 'Back to Settings' };

const DaysInput = (props: { source: string; label: string; min: number; max: number }) => (
  <NumberInput {...props} isRequired step={1} helperText={`Days, ${props.min} to ${props.max}`} />
);

/** The target of the setup step for receipts. */
const LegalNameInput = () => {
  const isAskedFor = useLocation().hash === '#receipts';
  return <TextInput source="receipts.legalName" label={labels.legalName} autoComplete="off" autoFocus={isAskedFor} />;
};

const PercentInput = (props: { source: string; label: string }) => (
  <NumberInput
    {...props}
    isRequired
    min={0}
    max={100}
    step={1}
    helperText="In percent of the price. Admins have no limit."
  />
);

const EmailInputs = () => (
  <FormSection title="Emails to Members" text={texts.emails}>
    <BooleanInput source="emails.renewalUpcoming" label={emailLabels['renewal-upcoming']} />
    <DaysInput source="emails.renewalUpcomingDays" label={labels.renewalUpcomingDays} min={1} max={noticeDaysMax} />
    <BooleanInput source="emails.membershipEnding" label={emailLabels['membership-ending']} />
    <DaysInput source="emails.membershipEndingDays" label={labels.membershipEndingDays} min={1} max={noticeDaysMax} />
    <BooleanInput source="emails.receipt" label={emailLabels.receipt} />
    <BooleanInput source="emails.paymentFailed" label={emailLabels['payment-failed']} />
    <BooleanInput source="emails.freeze" label={emailLabels.freeze} />
    <BooleanInput source="emails.refund" label={emailLabels.refund} />
    <FullWidth>
      <Typography variant="body2" color="textSecondary">
        Cancellations, payment links and invoices that are due are always emailed, since members need them.
      </Typography>
    </FullWidth>
  </FormSection>
);

const toTexts = (days: readonly number[] | undefined) => (days ?? []).map(String);

/** Ascending, without duplicates and without what is not a number of days. */
const countDays = (typed: readonly string[]) =>
  [...new Set(typed.map(Number).filter(Number.isInteger))].toSorted((a, b) => a - b);

const resolver = zodResolver(settingsUpdateBody.omit({ updatedAt: true, checklist: true }));
