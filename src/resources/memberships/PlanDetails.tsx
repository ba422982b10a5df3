import { billingLabels, contractLabel } from '#domain/rules/membershipPlan.ts';
import { DateField } from '#src/custom/ui/fields.tsx';
import { DescriptionList } from '#src/custom/ui/DescriptionList.tsx';
import { Section } from '#src/custom/ui/Section.tsx';
import type { MembershipRecord } from '#src/dataProvider/memberships.ts';
import { priceText } from './membershipText.ts';

/** What a plan is and costs. */
export const PlanDetails = ({ plan }: { plan: MembershipRecord }) => (
  <Section title="Membership Details" isBeside>
    <DescriptionList
      columns={3}
      items={[
        { label: 'Price', value: priceText(plan) },
        { label: 'Billing Frequency', value: billingLabels[plan.billingFrequency] },
        { label: 'Contract', value: contractLabel(plan) },
        ...(plan.accessDurationDays === null ? [] : [{ label: 'Access Duration', value: daysText(plan.accessDurationDays) }]),
        { label: 'Location', value: plan.location?.name ?? 'Company-wide' },
        { label: 'Created', value: <DateField value={plan.createdAt} /> },
        { label: 'Description', value: plan.description, isWide: true },
      ]}
    />
  </Section>
);

const daysText = (days: number) => (days === 1 ? '1 day' : `${days.toLocaleString('en-US')} days`);
