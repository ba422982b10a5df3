import type { BillingFrequency } from '#domain/memberships/membershipPlan.ts';
import { membershipStatus, termOn } from '#domain/contact-memberships/membershipStatus.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';
import { selectGrantedMemberships, toTerm } from '#server/modules/contact-memberships/index.ts';

/**
 * For the agreement as `a`. Any signed version counts, unless everybody was asked to sign again since. An agreement without a PDF
 * cannot be signed.
 */
export const isUnsigned = (contactId: RawBuilder<unknown>) => sql<boolean>`(a.archived_at is null
  and exists (select from agreement_versions v where v.agreement_id = a.id)
  and not exists (
    select from signatures s
     where s.contact_id = ${contactId} and s.agreement_id = a.id and s.signed_at >= coalesce(a.sign_again_at, '-infinity')))`;

export interface Missing {
  readonly agreementId: string;
  readonly name: string;
  readonly contactMembershipId: string;
  readonly membershipName: string;
  readonly agreementVersionId: string;
  readonly versionNumber: number;
  readonly fileKey: string;
  readonly fileName: string;
  readonly plan: {
    readonly name: string;
    readonly priceCents: number;
    readonly billingFrequency: BillingFrequency;
    readonly autoRenew: boolean;
    readonly contractLengthMonths: number | null;
  };
}

/** What the plans of memberships that are not over ask for and is not signed. */
export async function findMissingAgreements(tx: Tx, contactId: string, now: Date): Promise<Missing[]> {
  const granted = await selectGrantedMemberships(tx)
    .where('m.contact_id', '=', contactId)
    .orderBy('m.purchase_date', 'desc')
    .orderBy('m.id')
    .execute();
  const current = granted.filter((row) => {
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
          .select(['v.id', 'v.version_number', 'v.file_key', 'v.file_name'])
          .whereRef('v.agreement_id', '=', 'a.id')
          .orderBy('v.version_number', 'desc')
          .limit(1)
          .as('v'),
      (join) => join.onTrue(),
    )
    .select([
      'b.membership_id',
      'a.id',
      'a.name',
      'v.id as version_id',
      'v.version_number',
      'v.file_key',
      'v.file_name',
    ])
    .where(
      'b.membership_id',
      'in',
      current.map(({ membership_id }) => membership_id),
    )
    .where(isUnsigned(sql`${contactId}::uuid`))
    .orderBy('a.display_order')
    .orderBy('a.id')
    .execute();
  const missing = new Map<string, Missing>();
  for (const { membership_id, id, name, version_id, version_number, file_key, file_name } of asked) {
    const membership = current.find((row) => row.membership_id === membership_id);
    if (membership && !missing.has(id))
      missing.set(id, {
        agreementId: id,
        name,
        contactMembershipId: membership.id,
        membershipName: membership.membership_name,
        agreementVersionId: version_id,
        versionNumber: version_number,
        fileKey: file_key,
        fileName: file_name,
        plan: {
          name: membership.membership_name,
          priceCents: membership.purchase_price_cents,
          billingFrequency: membership.billing_frequency,
          autoRenew: membership.auto_renew,
          contractLengthMonths: membership.contract_length_months,
        },
      });
  }
  return [...missing.values()];
}

/** Their names, for check-in. */
export const findUnsignedNames = async (tx: Tx, contactId: string, now: Date): Promise<string[]> =>
  (await findMissingAgreements(tx, contactId, now)).map(({ name }) => name);
