import { sql } from 'kysely';
import type { Action } from '#domain/shared/access.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { isInScope, type AccessScope } from '#server/platform/http/accessScope.ts';
import { forbidden } from '#server/platform/http/problem.ts';
import { membershipLocation } from './grantedMembership.ts';

type Contact = { readonly id: string; readonly company_id: string; readonly home_location_id: string };

interface ContactPlaces {
  /** The home location, and those of its memberships. */
  readonly places: readonly string[];
  /** A membership or an invoice, ever. */
  readonly hasBought: boolean;
  /** The same, or a check-in, a signature or a card at Stripe. */
  readonly hasHistory: boolean;
}

/** Undefined when it does not exist or is deleted. */
export const findContact = (tx: Tx, id: string) =>
  tx
    .selectFrom('contacts')
    .select(['id', 'company_id', 'home_location_id'])
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst();

async function findPlaces(tx: Tx, { id, home_location_id }: Contact): Promise<ContactPlaces> {
  const { rows } = await sql<{ membershipPlaces: string[]; hasBought: boolean; isKept: boolean }>`
    select array(select distinct ${membershipLocation} from contact_memberships m join contacts c on c.id = m.contact_id
                  where m.contact_id = ${id} and m.granted_at is not null) as "membershipPlaces",
           exists (select from contact_memberships where contact_id = ${id}) or exists (select from invoices where contact_id = ${id}) as "hasBought",
           exists (select from checkins where contact_id = ${id}) or exists (select from signatures where contact_id = ${id})
             or exists (select from stripe_customers where contact_id = ${id}) as "isKept"`.execute(tx);
  const { membershipPlaces = [], hasBought = true, isKept = true } = rows[0] ?? {};
  return { places: [home_location_id, ...membershipPlaces], hasBought, hasHistory: hasBought || isKept };
}

/** At one of these locations is enough. */
const mayAt = (scope: AccessScope, { company_id }: Contact, places: readonly string[], action: Action): boolean =>
  (isInScope(scope.user, action) &&
    scope.user.companies.some(({ id, role }) => id === company_id && role === 'admin')) ||
  scope.user.locations.some((location) => places.includes(location.id) && scope.mayAt(location, action));

/** Everyone may read the company's contacts, but change only those of their own locations. */
export async function readContactRights(tx: Tx, scope: AccessScope, contact: Contact) {
  const { places, hasBought, hasHistory } = await findPlaces(tx, contact);
  const mayChange = mayAt(scope, contact, places, 'contacts:write');
  return {
    mayChange,
    mayDelete: mayChange && (!hasBought || mayAt(scope, contact, places, 'contacts:delete')),
    hasHistory,
  };
}

/** Whether the caller may do it at the home location, or where the contact holds a membership. */
export const mayForContact = async (tx: Tx, scope: AccessScope, contact: Contact, action: Action): Promise<boolean> =>
  mayAt(scope, contact, [contact.home_location_id], action) ||
  mayAt(scope, contact, (await findPlaces(tx, contact)).places, action);

export async function requireOwnContact(tx: Tx, scope: AccessScope, contact: Contact, action: Action): Promise<void> {
  if (!(await mayForContact(tx, scope, contact, action))) throw forbidden();
}

/** One that has ever bought anything is for managers. */
export async function requireDeletable(tx: Tx, scope: AccessScope, contact: Contact) {
  const rights = await readContactRights(tx, scope, contact);
  if (!rights.mayDelete) throw forbidden();
  return rights;
}
