import { HttpError } from 'react-admin';
import type { PurchaseOutcome } from '#domain/pos/purchasesContract.ts';
import type { Invoice } from '#domain/invoices/contract.ts';

/** The outcome of sending an attempt. */
type Sent<Response> =
  | { readonly status: 'answered'; readonly response: Response }
  /** An earlier try went through. */
  | { readonly status: 'completed'; readonly invoice: Invoice }
  /** Nothing happened, and a retry gets the same answer. */
  | { readonly status: 'refused'; readonly error: unknown }
  /** It is unknown whether it happened. */
  | { readonly status: 'unknown'; readonly error: unknown };

interface Sending<Response> {
  send: () => Promise<Response>;
  /** Asks the server for the outcome of the attempt. */
  ask: () => Promise<PurchaseOutcome>;
  /** Whether an earlier try of this attempt was left without a response. */
  wasSent: boolean;
}

/**
 * Sends an attempt and returns what is certain. A refusal is only about this try: a person whose level was lowered is refused
 * today, although an earlier try went through. Then the server's record of the key decides.
 */
export async function sendAttempt<Response>({ send, ask, wasSent }: Sending<Response>): Promise<Sent<Response>> {
  try {
    return { status: 'answered', response: await send() };
  } catch (error) {
    if (!isClientError(error)) return { status: 'unknown', error };
    if (!wasSent || changedTotal(error) !== undefined) return { status: 'refused', error };
    const { state, invoice } = await ask().catch(() => unanswered);
    if (state === 'completed' && invoice) return { status: 'completed', invoice };
    return { status: state === 'refused' ? 'refused' : 'unknown', error };
  }
}

const unanswered: Pick<PurchaseOutcome, 'state' | 'invoice'> = { state: 'unknown', invoice: null };

/** Not refusals: an ended session, a call that timed out, and too many calls at once say nothing about the call itself. */
const inconclusive = [401, 408, 429];
/** Whether the server refused a call, so that nothing was done. */
export const isClientError = (error: unknown): boolean =>
  error instanceof HttpError && error.status < 500 && !inconclusive.includes(error.status);

/** The current total of a sale that was refused because it was sent with a different one. */
export const changedTotal = (error: unknown): number | undefined => {
  const body: unknown = error instanceof HttpError && error.status === 409 ? error.body : undefined;
  return body && typeof body === 'object' && 'total' in body && typeof body.total === 'number' ? body.total : undefined;
};

/** The server's record of an interrupted attempt. */
export type KnownOutcome =
  | { readonly status: 'succeeded'; readonly invoice: Invoice | null }
  /** It was refused or canceled. */
  | { readonly status: 'notRecorded'; readonly message: string | null }
  /** The server has no record of it; a request may still be on its way. */
  | { readonly status: 'notFound' }
  /** Its payment is open: Stripe knows more. */
  | { readonly status: 'pending' }
  /** The server could not be reached. */
  | { readonly status: 'unreachable' };

export async function askAboutAttempt(ask: () => Promise<PurchaseOutcome>): Promise<KnownOutcome> {
  const outcome = await ask().catch(() => undefined);
  if (!outcome) return { status: 'unreachable' };
  if (outcome.state === 'completed') return { status: 'succeeded', invoice: outcome.invoice };
  if (outcome.state === 'refused') return { status: 'notRecorded', message: outcome.message };
  return { status: outcome.state === 'unknown' ? 'notFound' : 'pending' };
}

/** The outcome of a canceled attempt, from its invoice: an open one is still being processed by the bank. */
export function cancelResult(invoice: Invoice | null): { readonly paid: Invoice } | 'canceled' | 'unknown' {
  if (invoice === null || (invoice.status === 'void' && invoice.paid === 0)) return 'canceled';
  // The rest of a void one was written off.
  return ['paid', 'refunded', 'void'].includes(invoice.status) ? { paid: invoice } : 'unknown';
}
