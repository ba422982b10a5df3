import { maxPageSize } from '#domain/shared/limits.ts';
import { useContactMemberships } from './useContactMemberships.ts';

/** What another home location changes about the memberships that renew: most stay billed where their plan or their sale was. */
export const MovedBilling = ({ contactId, to }: { contactId: string; to: string }) => {
  const { data } = useContactMemberships(contactId, 1, maxPageSize);
  const renewing = data?.memberships.filter(({ autoRenew, cancelsOn }) => autoRenew && cancelsOn === null) ?? [];
  return renewing.map(
    ({ id, membershipName, billedAt }) =>
      billedAt && (
        <span key={id} style={{ display: 'block' }}>
          {billedAt.followsHome
            ? `${membershipName} is billed at ${to} from its next renewal on.`
            : `${membershipName} is still billed at ${billedAt.name}.`}
        </span>
      ),
  );
};
