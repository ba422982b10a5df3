export { contactMembershipActionRoutes } from './actionRoutes.ts';
export { contactRights, requireDeletable, requireOwnContact } from './contactAccess.ts';
export { freezesOfMembership, grantedMemberships, membershipLocation, nextPlanOf, termOf, type GrantedMembership, type StoredFreeze } from './grantedMembership.ts';
export { heldRenewalsRoutes } from './heldRenewalsRoutes.ts';
export { membershipPurchaseRoutes } from './purchaseRoutes.ts';
export { RenewalsFailed, renewMemberships } from './renew.ts';
export { contactMembershipsRepo, toContactMembership } from './repo.ts';
export { contactMembershipRoutes } from './routes.ts';
