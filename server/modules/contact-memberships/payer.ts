import { sql } from 'kysely';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import { findKnownCard } from '#server/modules/stripe/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/actors.ts';
import { setMembership, currentLocation, type GrantedMembership } from './grantedMembership.ts';

/** The payer of the contact's household, or else the contact, gets the invoices of the memberships. */
export async function findPayerId(tx: Tx, contactId: string): Promise<string> {
  const { rows } = await sql<{ payer: string }>`select payer_of(${contactId}::uuid) as payer`.execute(tx);
  return rows[0]?.payer ?? contactId;
}

/** The company, and the contact who pays for this one: the key of the saved card. */
export const findPayerKey = async (tx: Tx, { company_id, contact_id }: { company_id: string; contact_id: string }) => ({
  company_id,
  contact_id: await findPayerId(tx, contact_id),
});

/** The name on the line of an invoice: that of the member, where somebody else pays. */
export const nameOnLine = (
  payerId: string,
  { contact_id, contact_name }: Pick<GrantedMembership, 'contact_id' | 'contact_name'>,
): string | null => (payerId === contact_id ? null : contact_name);

/** When the payer has no saved card, a membership that renews by card is invoiced instead. */
export async function renewOneWithoutCard(tx: Tx, membership: GrantedMembership, actor: Actor): Promise<void> {
  if (!membership.auto_renew || membership.renews_by !== 'card') return;
  if ((await findKnownCard(tx, await findPayerKey(tx, membership))).hasSavedCard) return;
  await setMembership(tx, membership.id, { renews_by: 'manual' });
  await logRenewalChange(tx, membership, changesBetween({ renewsBy: 'card' }, { renewsBy: 'manual' }), actor);
}

export const logRenewalChange = (
  tx: Tx,
  membership: GrantedMembership,
  changes: ReturnType<typeof changesBetween>,
  actor: Actor,
) =>
  logActivity(tx, actor, {
    companyId: membership.company_id,
    action: 'contact-membership.renewal-changed',
    recordId: membership.id,
    label: `${membership.contact_name}’s ${membership.membership_name}`,
    locationId: currentLocation(membership),
    changes,
  });
