import type { MissingAgreement } from '#domain/signatures/contract.ts';
import { membershipStatus, termOn } from '#domain/contact-memberships/membershipStatus.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';
import { grantedMemberships, toTerm } from '#server/modules/contact-memberships/index.ts';

/** Of the agreement `a` by the contact: any version, unless everybody was asked to sign again since. */
const isSigned = (contactId: string) => sql<boolean>`exists (
  select from signatures s
   where s.contact_id = ${contactId} and s.agreement_id = a.id and s.signed_at >= coalesce(a.sign_again_at, '-infinity'))`;

/** What the plans of memberships that are not over ask for and is not signed. An agreement without a PDF cannot be signed. */
export async function missingAgreements(tx: Tx, contactId: string, now: Date): Promise<MissingAgreement[]> {
  const held = await grantedMemberships(tx)
    .where('m.contact_id', '=', contactId)
    .orderBy('m.purchase_date', 'desc')
    .orderBy('m.id')
    .execute();
  const current = held.filter((row) => {
    const term = termOn(toTerm(row), todayIn(row.timezone, now));
    return membershipStatus(term, now, row.timezone) !== 'expired';
  });
  if (current.length === 0) return [];
  const asked = await tx
    .selectFrom('membership_agreements as b')
    .innerJoin('agreements as a', 'a.id', 'b.agreement_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('agreement_versions as v')
          .select(['v.id', 'v.version_number'])
          .whereRef('v.agreement_id', '=', 'a.id')
          .orderBy('v.version_number', 'desc')
          .limit(1)
          .as('v'),
      (join) => join.onTrue(),
    )
    .select(['b.membership_id', 'a.id', 'a.name', 'v.id as version_id', 'v.version_number'])
    .where(
      'b.membership_id',
      'in',
      current.map(({ membership_id }) => membership_id),
    )
    .where('a.archived_at', 'is', null)
    .where((eb) => eb.not(isSigned(contactId)))
    .orderBy('a.display_order')
    .orderBy('a.id')
    .execute();
  const missing = new Map<string, MissingAgreement>();
  for (const { membership_id, id, name, version_id, version_number } of asked) {
    const membership = current.find((row) => row.membership_id === membership_id);
    if (membership && !missing.has(id))
      missing.set(id, {
        agreementId: id,
        name,
        contactMembershipId: membership.id,
        membershipName: membership.membership_name,
        agreementVersionId: version_id,
        versionNumber: version_number,
      });
  }
  return [...missing.values()];
}
