/**
 * The months from the first start to the end of each period before the plan last changed its billing. Older changes have none,
 * and then the earlier periods count as equally long.
 */
export const earlierEnds = /* sql */ `
alter table contact_memberships add column earlier_ends integer[];
`;
