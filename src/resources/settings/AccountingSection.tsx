import { accountUses, type Account } from '#domain/accounting/accounts.ts';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { Section } from '#src/ui/Section.tsx';
import type { SettingsRecord } from '#src/dataProvider/settings.ts';
import { accountUseLabels, settingsTexts as texts } from './settings.ts';

export const AccountingSection = ({ accounting }: { accounting: NonNullable<SettingsRecord['accounting']> }) => (
  <Section title="Accounting" text={texts.accounting} isBeside>
    <DescriptionList
      columns={3}
      items={[
        ...accountUses.map((use) => ({ label: accountUseLabels[use], value: accountText(accounting[use]) })),
        ...(accounting.plans.length > 0
          ? [{ label: 'Plan Accounts', value: accounting.plans.map(accountText).join(', ') }]
          : []),
        ...(accounting.methods.length > 0
          ? [
              {
                label: 'Method Accounts',
                value: accounting.methods.map((account) => `${account.method}: ${accountText(account)}`).join(', '),
              },
            ]
          : []),
      ]}
    />
  </Section>
);

const accountText = ({ number, name }: Account) => `${number} ${name}`;
