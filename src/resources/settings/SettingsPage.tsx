import { emailLabels } from '#domain/member-emails/emailKinds.ts';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import Search from '@mui/icons-material/Search';
import SearchOff from '@mui/icons-material/SearchOff';
import VpnKeyOutlined from '@mui/icons-material/VpnKeyOutlined';
import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import type { SvgIconComponent } from '@mui/icons-material';
import { Box, Button, InputAdornment, TextField } from '@mui/material';
import { useState, type ComponentProps } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { CompanyAction } from '#domain/shared/access.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { mayInCompany } from '#src/authProvider/companyAccess.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { ActionMenu } from '#src/ui/ActionMenu.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { EditButton } from '#src/ui/EditButton.tsx';
import { pluralize } from '#src/ui/labels.ts';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { ShowPage } from '#src/ui/RecordPage.tsx';
import { Section } from '#src/ui/Section.tsx';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import type { SettingsRecord } from '#src/dataProvider/settings.ts';
import { paths } from '#src/paths.ts';
import { AccountingSection } from './AccountingSection.tsx';
import { BackupSection } from './BackupSection.tsx';
import { CertificateSection } from './CertificateSection.tsx';
import { EmailSettings } from './EmailSettings.tsx';
import { accountUseLabels, reentryLabels, settingsLabels as labels, settingsTexts as texts } from './settings.ts';
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
    <ShowPage<SettingsRecord>
      resource="settings"
      id={company.id}
      fallback="Couldn’t load settings"
      renderHeader={(settings) => (
        <PageHeader
          title="Settings"
          subtitle={
            mayEdit ? `Settings for ${company.name}` : `Settings for ${company.name}. A company admin can change them.`
          }
          actions={<Actions companyId={company.id} mayEdit={mayEdit} isKnown={settings !== undefined} />}
        />
      )}
    >
      {(settings) => <SettingsView {...settings} />}
    </ShowPage>
  );
};

const Actions = ({ companyId, mayEdit, isKnown }: { companyId: string; mayEdit: boolean; isKnown: boolean }) => {
  const isPhone = useIsPhone();
  const offered = others.filter(({ action }) => !action || mayInCompany(companyId, action));
  return (
    <>
      {isPhone ? (
        <ActionMenu label="More about settings" text="More" actions={offered.map(({ label, to }) => ({ label, to }))} />
      ) : (
        offered.map(({ label, to, Icon }) => (
          <Button key={to} component={Link} to={to} color="inherit" startIcon={<Icon />}>
            {label}
          </Button>
        ))
      )}
      {mayEdit && <EditButton to={paths.settings.edit} isHidden={!isKnown} />}
    </>
  );
};

const others: readonly { label: string; to: string; Icon: SvgIconComponent; action?: CompanyAction }[] = [
  { label: 'Activity Log', to: paths.settings.activity, Icon: HistoryOutlined },
  { label: 'API Keys', to: paths.settings.apiKeys, Icon: VpnKeyOutlined, action: 'api-keys:write' },
  { label: 'Webhooks', to: paths.settings.webhooks, Icon: WebhookOutlined, action: 'webhooks:write' },
  { label: 'Export', to: paths.settings.export, Icon: DownloadOutlined, action: 'companies:export' },
];

const SettingsView = (settings: SettingsRecord) => {
  const [search, setSearch] = useState('');
  const { id, emails, accounting } = settings;
  const sections = findSections(listSections(settings), search);
  const isShown = (title: string, words: string) => isFound(`${title} ${words}`, search);
  const hasEmails = isShown('Emails to Members', Object.values(emailLabels).join(' '));
  const hasCertificate =
    mayInCompany(id, 'settings:write') && isShown('Signing Certificate', 'Valid Until Issued By Uploaded');
  const hasBackup = mayInCompany(id, 'settings:write') && isShown('Backup', 'Last Backup');
  const hasAccounting = accounting && isShown('Accounting', Object.values(accountUseLabels).join(' '));
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <TextField
        type="search"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        placeholder="Search settings..."
        sx={{ maxWidth: 420 }}
        slotProps={{
          htmlInput: { 'aria-label': 'Search settings', role: 'searchbox' },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Search fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      {sections.map(({ title, text, items }) => (
        <Section key={title} title={title} text={text} isBeside>
          <DescriptionList columns={3} items={items} hasLongLabels />
        </Section>
      ))}
      {hasEmails && <EmailSettings companyId={id} emails={emails} />}
      {hasAccounting && <AccountingSection accounting={accounting} />}
      {hasCertificate && <CertificateSection companyId={id} />}
      {hasBackup && <BackupSection />}
      {sections.length === 0 && !hasEmails && !hasAccounting && !hasCertificate && !hasBackup && (
        <EmptyState
          heading="h2"
          icon={<SearchOff />}
          title="No setting found"
          text={`Nothing is called “${search}”.`}
        />
      )}
    </Box>
  );
};

type SettingsPart = { title: string; text: string; items: ComponentProps<typeof DescriptionList>['items'] };

const listSections = ({
  memberships,
  payments,
  receipts,
  checkins,
  security,
  privacy,
}: SettingsRecord): SettingsPart[] => [
  {
    title: 'Memberships',
    text: texts.memberships,
    items: [
      { label: labels.cancellationNoticeDays, value: days(memberships.cancellationNoticeDays) },
      { label: labels.graceDays, value: days(memberships.graceDays) },
      { label: labels.freezeFee, value: memberships.freezeFee > 0 ? formatMoney(memberships.freezeFee) : 'None' },
      { label: labels.freezeMinDays, value: days(memberships.freezeMinDays) },
      { label: labels.freezeMaxDays, value: days(memberships.freezeMaxDays) },
      { label: labels.freezeDaysPerYear, value: days(memberships.freezeDaysPerYear) },
    ],
  },
  {
    title: 'Payments',
    text: texts.payments,
    items: [
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
    ],
  },
  ...(receipts
    ? [
        {
          title: 'Receipts',
          text: texts.receipts,
          items: [
            { label: labels.legalName, value: receipts.legalName },
            { label: labels.taxId, value: receipts.taxId },
            { label: labels.footer, value: receipts.footer, isWide: true },
          ],
        },
      ]
    : []),
  {
    title: 'Check-in',
    text: texts.checkins,
    items: [
      { label: labels.warnOwed, value: yesOrNo(checkins.warnOwed) },
      { label: labels.warnUnsigned, value: yesOrNo(checkins.warnUnsigned) },
      {
        label: labels.repeatMinutes,
        value: checkins.repeatMinutes > 0 ? `${checkins.repeatMinutes} minutes` : 'Every visit counts',
      },
      { label: labels.reentry, value: reentryLabels[checkins.reentry] },
      ...(checkins.reentry === 'off'
        ? []
        : [{ label: labels.reentryMinutes, value: `${checkins.reentryMinutes} minutes` }]),
    ],
  },
  ...(security
    ? [
        {
          title: 'Security',
          text: texts.security,
          items: [{ label: labels.requireSecondFactor, value: yesOrNo(security.requireSecondFactor) }],
        },
      ]
    : []),
  ...(privacy
    ? [
        {
          title: 'Privacy',
          text: texts.privacy,
          items: [{ label: labels.agreementYears, value: pluralize(privacy.agreementYears, 'year') }],
        },
      ]
    : []),
];

/** Whole sections whose title has the words, else the settings that have them. */
const findSections = (sections: readonly SettingsPart[], search: string): SettingsPart[] =>
  sections
    .map((section) => ({
      ...section,
      items: section.items.filter(({ label }) => isFound(section.title, search) || isFound(label, search)),
    }))
    .filter(({ items }) => items.length > 0);

const isFound = (text: string, search: string) =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));

const days = (count: number) => pluralize(count, 'day');
const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No');
