import type { ImportedContact, ImportedRow, ImportSummary } from '#domain/contact-import/contract.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import { fromCents, toCents } from '#domain/shared/money.ts';
import { importedTerm, planNamed, plansByName, type ImportablePlan, type ImportedTerm } from './terms.ts';

export interface ImportContext {
  readonly plans: readonly ImportablePlan[];
  readonly today: CalendarDate;
  readonly hasStripe: boolean;
  readonly takenCustomers: ReadonlySet<string>;
}

export interface ImportOutcome {
  readonly membership?: { readonly plan: ImportablePlan; readonly term: ImportedTerm };
  readonly balanceCents: number;
  readonly stripeCustomerId?: string | undefined;
  readonly errors?: Readonly<Record<string, string>>;
}

export const addsMore = ({ membership, balance, stripeCustomerId }: ImportedContact) =>
  Boolean(membership ?? balance ?? stripeCustomerId);

/** A Stripe customer belongs to one contact: a second row with it is an error. */
export function outcomeReader({
  plans,
  today,
  hasStripe,
  takenCustomers,
}: ImportContext): (contact: ImportedContact) => ImportOutcome {
  const named = plansByName(plans);
  const taken = new Set(takenCustomers);
  return ({ membership, balance, stripeCustomerId }) => {
    const errors: Record<string, string> = {};
    if (stripeCustomerId && !hasStripe) errors.stripeCustomerId = 'Connect Stripe before importing Stripe customers';
    else if (stripeCustomerId && taken.has(stripeCustomerId))
      errors.stripeCustomerId = 'This Stripe customer belongs to another contact';
    if (stripeCustomerId) taken.add(stripeCustomerId);
    const rest = { balanceCents: balance ? toCents(balance) : 0, stripeCustomerId };
    const plan = membership && planNamed(named, membership.plan);
    if (typeof plan === 'string') errors['membership.plan'] = plan;
    if (!membership || !plan || typeof plan === 'string') return hasAny(errors) ? { ...rest, errors } : rest;
    const term = importedTerm({ ...membership, hasSavedCard: stripeCustomerId !== undefined }, plan, today);
    if ('problems' in term)
      for (const [field, message] of Object.entries(term.problems)) errors[`membership.${field}`] = message;
    if ('problems' in term || hasAny(errors)) return { ...rest, errors };
    return { ...rest, membership: { plan, term } };
  };
}

const hasAny = (errors: object) => Object.keys(errors).length > 0;

const shownRows = 100;

/** Existing and repeated contacts are unchanged. */
export function summarize(
  rows: readonly ImportOutcome[],
  skipped: ReadonlyMap<number, 'existing' | 'repeated'>,
): ImportSummary {
  const memberships = { active: 0, pending: 0, suspended: 0, expired: 0 };
  let [renewalsOnHold, invoices, balanceCents, stripeCustomers] = [0, 0, 0, 0];
  for (const [index, row] of rows.entries()) {
    if (skipped.has(index) || row.errors) continue;
    if (row.membership) memberships[row.membership.term.status] += 1;
    if (row.membership?.term.renewal) renewalsOnHold += 1;
    if (row.balanceCents > 0) invoices += 1;
    balanceCents += row.balanceCents;
    if (row.stripeCustomerId) stripeCustomers += 1;
  }
  const listedRows = rows.flatMap((row, index) =>
    index < shownRows || (row.errors && !skipped.has(index)) ? [toRow(index, row, skipped.get(index))] : [],
  );
  return { memberships, renewalsOnHold, invoices, balance: fromCents(balanceCents), stripeCustomers, rows: listedRows };
}

function toRow(
  index: number,
  { membership, balanceCents, errors }: ImportOutcome,
  skipped: 'existing' | 'repeated' | undefined,
): ImportedRow {
  const { plan, term } = membership ?? {};
  return {
    index,
    becomes: skipped ?? (errors ? 'invalid' : (term?.status ?? 'contact')),
    membership:
      plan && term
        ? {
            plan: plan.name,
            startDate: term.startDate,
            endDate: term.endDate,
            price: fromCents(term.priceCents),
            renewal: term.renewal,
          }
        : null,
    balance: fromCents(balanceCents),
    errors: skipped ? null : (errors ?? null),
  };
}
