import type { MembershipRecord } from '#src/dataProvider/memberships.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import type { MembershipForm } from './membershipForm.ts';

/**
 * Makes the plan, then attaches each chosen sales item, one by one, required and at 0. Gives the ids of those
 * that could not be attached; throws when there is no plan.
 */
export const useCreateMembership = () => {
  const dataProvider = useAppDataProvider();
  return async ({ salesItemIds, ...plan }: MembershipForm): Promise<string[]> => {
    const { data } = await dataProvider.create<MembershipRecord>('memberships', { data: plan });
    const failed: string[] = [];
    for (const salesItemId of salesItemIds) {
      try {
        await dataProvider.addMembershipSalesItem(data.id, { salesItemId, isRequired: true, displayOrder: 0 });
      } catch {
        failed.push(salesItemId);
      }
    }
    return failed;
  };
};
