import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import { Box, Button } from '@mui/material';
import { Link, useLocation } from 'react-router-dom';
import { formatMoney } from '#domain/shared/money.ts';
import { mayInCompany } from '#src/authProvider/session.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { EditButton } from '#src/ui/EditButton.tsx';
import { pluralize } from '#src/ui/labels.ts';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { ShowPage } from '#src/ui/RecordPage.tsx';
import { Section } from '#src/ui/Section.tsx';
import type { SettingsRecord } from '#src/dataProvider/settings.ts';
import { paths } from '#src/paths.ts';
import { AccountingSection } from './AccountingSection.tsx';
import { EmailSettings } from './EmailSettings.tsx';
import { settingsLabels as labels, settingsTexts as texts } from './settings.ts';
import { SettingsEdit } from './SettingsEdit.tsx';

export const SettingsPage = () => (
  <RequireLocation feature="settings" prompt="Select a location to view Settings">
    <CompanySettings />
  </RequireLocation>
);

const CompanySettings = () => {
  const { company } = useSelectedLocation();
  const isEditing = useLocation().pathname === paths.settings.edit;
  const mayEdit = mayInCompany(company.id, 'settings:write');
  if (isEditing && mayEdit) return <SettingsEdit companyId={company.id} companyName={company.name} />;
  return (
    <>
      <PageHeader
        title="Settings"
        subtitle={
          mayEdit ? `Settings for ${company.name}` : `Settings for ${company.name}. A company admin can change them.`
        }
        actions={
          <>
            <Button component={Link} to={paths.settings.activity} color="inherit" startIcon={<HistoryOutlined />}>
              Activity Log
            </Button>
            {mayEdit && <EditButton to={paths.settings.edit} />}
          </>
        }
      />
      <ShowPage<SettingsRecord> resource="settings" id={company.id} fallback="Couldn’t load settings">
        {(settings) => <SettingsView {...settings} />}
      </ShowPage>
    </>
  );
};

const SettingsView = ({
  id,
  memberships,
  payments,
  receipts,
  checkins,
  emails,
  accounting,
  security,
}: SettingsRecord) => (
  <Box sx={{ display: 'grid', gap: 2.5 }}>
    <Section title="Memberships" text={texts.memberships} isBeside>
      <DescriptionList
        columns={3}
        items={[
          { label: labels.cancellationNoticeDays, value: days(memberships.cancellationNoticeDays) },
          { label: labels.graceDays, value: days(memberships.graceDays) },
          { label: labels.freezeFee, value: memberships.freezeFee > 0 ? formatMoney(memberships.freezeFee) : 'None' },
          { label: labels.freezeMinDays, value: days(memberships.freezeMinDays) },
          { label: labels.freezeMaxDays, value: days(memberships.freezeMaxDays) },
          { label: labels.freezeDaysPerYear, value: days(memberships.freezeDaysPerYear) },
        ]}
      />
    </Section>
    <Section title="Payments" text={texts.payments} isBeside>
      <DescriptionList
        columns={3}
        items={[
          {
            label: labels.retryDays,
            value: payments.retryDays.length > 0 ? `After ${payments.retryDays.join(', ')} days` : 'None',
          },
          { label: labels.manualInvoiceDays, value: days(payments.manualInvoiceDays) },
          { label: labels.otherMethods, value: payments.otherMethods.join(', ') || 'None' },
          { label: labels.pointOfSaleDiscount, value: `Up to ${payments.pointOfSaleDiscount}%` },
          { label: labels.managerDiscount, value: `Up to ${payments.managerDiscount}%` },
          { label: labels.requireOpenDrawer, value: yesOrNo(payments.requireOpenDrawer) },
          { label: labels.cashOnly, value: yesOrNo(payments.cashOnly) },
        ]}
      />
    </Section>
    {receipts && (
      <Section title="Receipts" text={texts.receipts} isBeside>
        <DescriptionList
          columns={3}
          items={[
            { label: labels.legalName, value: receipts.legalName },
            { label: labels.taxId, value: receipts.taxId },
            { label: labels.footer, value: receipts.footer, isWide: true },
          ]}
        />
      </Section>
    )}
    <Section title="Check-in" text={texts.checkins} isBeside>
      <DescriptionList
        columns={3}
        items={[
          { label: labels.warnOwed, value: yesOrNo(checkins.warnOwed) },
          {
            label: labels.repeatMinutes,
            value: checkins.repeatMinutes > 0 ? `${checkins.repeatMinutes} minutes` : 'Every visit counts',
          },
        ]}
      />
    </Section>
    <EmailSettings companyId={id} emails={emails} />
    {accounting && <AccountingSection accounting={accounting} />}
    {security && (
      <Section title="Security" text={texts.security} isBeside>
        <DescriptionList
          columns={3}
          items={[{ label: labels.requireSecondFactor, value: yesOrNo(security.requireSecondFactor) }]}
        />
      </Section>
    )}
  </Box>
);

const days = (count: number) => pluralize(count, 'day');
const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No');
