import { createHash } from 'node:crypto';
import { orderBy } from 'es-toolkit';
import type { Insertable } from 'kysely';
import { consentText } from '#domain/signatures/signing.ts';
import { signingTerms } from '#domain/signatures/terms.ts';
import type { Tables } from '#server/platform/database/schema.ts';
import type { Place } from './companies.ts';
import type { Person } from './contacts.ts';
import { seeded, type Random } from './random.ts';
import type { Demo, DemoRows, DemoTable } from './rows.ts';
import { atLatest, minutesBefore } from './time.ts';

/** A row of the demo, which has values and no expressions. */
type Plain<T extends DemoTable> = Insertable<Tables[T]>;
type Membership = Plain<'contact_memberships'>;
type Version = Plain<'agreement_versions'>;

interface Seeding {
  readonly agreements: readonly Plain<'agreements'>[];
  readonly versions: readonly Version[];
  readonly asked: readonly Plain<'membership_agreements'>[];
  readonly users: readonly Plain<'users'>[];
  readonly signatures: DemoRows['signatures'];
  readonly files: Map<string, Buffer>;
  readonly place: Place;
  readonly random: Random;
  readonly now: Date;
}

/** Of the members of each location, those who joined last: the first have signed nothing yet, the next signed at the desk. */
const unsigned = 3;
const atDesk = 1;

/** What the plans ask for and members have signed. All others did on paper; what was signed at the desk is sealed by the job. */
export function seedSignatures({ rows, places, people, files, now }: Demo): void {
  const common = {
    agreements: rows.agreements as Plain<'agreements'>[],
    versions: rows.agreement_versions as Version[],
    asked: rows.membership_agreements as Plain<'membership_agreements'>[],
    users: rows.users as Plain<'users'>[],
    signatures: rows.signatures,
    files,
    now,
  };
  const memberships = rows.contact_memberships as Membership[];
  for (const place of places) {
    const seeding = { ...common, place, random: seeded(`signatures of ${place.key}`) };
    const members = people
      .filter(({ home }) => home === place)
      .map((person) => ({
        person,
        ownMemberships: memberships.filter(({ contact_id }) => contact_id === person.id),
      }))
      .filter(({ ownMemberships }) => ownMemberships.length > 0);
    const isNew = ({ ownMemberships }: (typeof members)[number]) =>
      ownMemberships.every((membership) => isRunning(membership, place));
    const lastFirst = orderBy(
      members,
      [isNew, ({ ownMemberships }) => boughtAt(ownMemberships.at(-1), now)],
      ['desc', 'desc'],
    );
    for (const [index, { person, ownMemberships }] of lastFirst.slice(unsigned).entries())
      sign(seeding, person, ownMemberships, index < atDesk ? 'desk' : 'paper');
  }
}

const isRunning = ({ start_date, end_date, access_enabled }: Membership, { today }: Place) =>
  access_enabled !== false && start_date <= today && (!end_date || end_date >= today);

const boughtAt = (membership: Membership | undefined, now: Date): Date => membership?.purchase_date ?? now;

/** Each agreement once, with the first membership that asks for it. */
function sign(seeding: Seeding, person: Person, memberships: readonly Membership[], method: 'desk' | 'paper'): void {
  const done = new Set<string>();
  for (const membership of memberships) {
    const asked = seeding.asked.filter(({ membership_id }) => membership_id === membership.membership_id);
    for (const { agreement_id } of asked) {
      if (done.has(agreement_id)) continue;
      done.add(agreement_id);
      addSignature(seeding, person, membership, agreement_id, method);
    }
  }
}

function addSignature(
  { agreements, versions, users, signatures, files, place, random, now }: Seeding,
  { id: contact_id, firstName, lastName }: Person,
  membership: Membership,
  agreementId: string,
  method: 'desk' | 'paper',
): void {
  const bought = boughtAt(membership, now);
  const own = versions.filter(({ agreement_id }) => agreement_id === agreementId);
  // Who was there before the first version signed it some days later.
  const version = own.findLast(({ created_at = now }) => created_at <= bought) ?? own[0];
  const agreement = agreements.find(({ id }) => id === agreementId);
  if (!version || !agreement) return;
  const { created_at: added = now } = version;
  const later = random.int(1, 30 * 24 * 60);
  const signed_at = atLatest(now, added <= bought ? minutesBefore(bought, -5) : minutesBefore(added, -later));
  const by = random.pick(place.staff);
  const witness = users.find(({ id }) => id === by);
  signatures.push({
    id: random.id(signed_at),
    company_id: place.companyId,
    contact_id,
    agreement_id: agreementId,
    agreement_version_id: version.id,
    contact_membership_id: membership.id,
    agreement_name: agreement.name,
    version_number: version.version_number,
    document_sha256: version.sha256,
    document_size: version.file_size,
    name: `${firstName} ${lastName}`,
    guardian_name: null,
    guardian_relation: null,
    signed_at,
    timezone: place.zone,
    emailed_to: null,
    witness_id: witness?.id ?? null,
    witness_name: witness ? `${witness.first_name} ${witness.last_name}` : null,
    sealed_at: null,
    sealed_sha256: null,
    before_seal_sha256: null,
    seal_sha256: null,
    method,
    ...(method === 'desk' ? signedAtDesk(membership, agreement.name, version, signed_at, now) : scan(files, version)),
  });
}

function signedAtDesk(membership: Membership, agreement: string, version: Version, signedAt: Date, now: Date) {
  const terms = signingTerms(agreement, version.version_number, {
    name: membership.membership_name,
    priceCents: membership.purchase_price_cents,
    billingFrequency: membership.billing_frequency,
    autoRenew: membership.auto_renew ?? false,
    contractLengthMonths: membership.contract_length_months ?? null,
  });
  const read = minutesBefore(signedAt, 0.5);
  return {
    consent_text: consentText,
    consent_sha256: createHash('sha256').update(consentText).digest(),
    ticks: JSON.stringify(terms.map((term) => ({ term, at: read.toISOString() }))),
    opened_at: minutesBefore(signedAt, 3),
    read_to_end_at: read,
    file_key: null,
    file_size: null,
    seal_due_at: now,
  };
}

/** The scans of a version are one file. */
function scan(files: Map<string, Buffer>, { id, company_id, file_key, file_size }: Version) {
  const key = `${company_id}/signatures/${id}.pdf`;
  const pdf = files.get(file_key);
  if (pdf) files.set(key, pdf);
  return {
    consent_sha256: null,
    opened_at: null,
    read_to_end_at: null,
    file_key: key,
    file_size,
    seal_due_at: null,
  };
}
