import { HttpError } from 'react-admin';
import type { SaleOutcome } from '#domain/invoices/saleOutcomeContract.ts';
import type { Invoice } from '#domain/invoices/contract.ts';
import { createListeners } from '#src/listeners.ts';
import { asSentence, checkFirst, isFromServer, isLoss, isUnanswered, offline, withText } from './http.ts';

export type Outcome =
  | {
      readonly status: 'succeeded';
      readonly invoice?: Invoice | null;
      /** It was paid before this try, maybe by somebody else, whose card was charged instead. */
      readonly wasPaid?: boolean;
    }
  | { readonly status: 'processing'; readonly invoice?: Invoice | null }
  /** Stripe charged nothing, and the same attempt can be tried with another card. */
  | { readonly status: 'declined'; readonly message: string; readonly invoice?: Invoice | null }
  /** Stripe could not be asked. */
  | { readonly status: 'unconfirmed'; readonly message: string; readonly invoice?: Invoice | null }
  | { readonly status: 'canceled' }
  /** The invoice was paid in another way, and the card was not charged. */
  | { readonly status: 'paidOtherwise'; readonly invoice: Invoice }
  /** The server refused it, and nothing happened. A retry gets the same response. */
  | { readonly status: 'refused'; readonly error: unknown }
  | { readonly status: 'notRecorded'; readonly message: string | null }
  /** The server has no record of it. A request may still be on its way. */
  | { readonly status: 'notFound' }
  /** It is recorded and nothing was charged. The same attempt can be tried again. */
  | { readonly status: 'pending' }
  /** It is unknown whether it happened: no response came, or the server could not be asked. */
  | { readonly status: 'unanswered'; readonly error: unknown }
  | { readonly status: 'unreachable' };

/** The state of a card payment according to Stripe. */
export type CardOutcome = Extract<Outcome, { status: 'succeeded' | 'processing' | 'declined' | 'unconfirmed' }>;

interface Sending {
  send: () => Promise<Outcome>;
  ask: () => Promise<SaleOutcome>;
  /** An earlier try of this attempt was left without a response. */
  wasSent: boolean;
}

/**
 * Sends an attempt and returns what is certain. A refusal is only about this try: a user whose level was lowered is refused
 * today, although an earlier try went through. Then the server's record of the key decides.
 */
export async function sendAttempt({ send, ask, wasSent }: Sending): Promise<Outcome> {
  try {
    return await send();
  } catch (error) {
    if (!wasSent && isUnsent(error)) return { status: 'refused', error };
    if (!isClientError(error))
      return {
        status: 'unanswered',
        error: sayOnce(sayLoss(error, wasSent, isLoss(error) ? `${failed(error)} ${responseLost}` : responseLost)),
      };
    const isReused = isKeyReused(error);
    if (!isReused && (!wasSent || changedTotal(error) !== undefined)) return { status: 'refused', error };
    const outcome = await askAboutAttempt(ask);
    if (wasSent && outcome.status === 'succeeded' && outcome.invoice) return outcome;
    if (isReused) return { status: 'refused', error: await sayAlreadySent(outcome) };
    return { status: outcome.status === 'notRecorded' ? 'refused' : 'unanswered', error };
  }
}

/**
 * A write that never reached the server: it began without a connection, or a proxy refused it. A server on this machine is reached
 * without a network too.
 */
export const isUnsent = (error: unknown): boolean =>
  error instanceof HttpError &&
  !error.body &&
  ((error.message === offline && !loopback.test(window.location.hostname)) ||
    (error.status < 500 && error.status !== 408));

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

const once = 'It is done only once.';
export const responseLost = `The connection was lost, so this may have been done already. Check, or try again. ${once}`;

/** What the server could not finish, as when Stripe does not answer, is tried again by whoever knows that. */
const sayOnce = (error: unknown): unknown => {
  if (!isFromServer(error) || error.status < 500 || error.message.endsWith(once)) return error;
  const message = `${asSentence(error.message)} ${once}`;
  return new HttpError(message, error.status, { message });
};

/** Without the advice that a call without a key has already: what follows is another. */
const failed = (error: unknown) => (error instanceof Error ? asSentence(error.message.replace(checkFirst, '')) : '');

/**
 * Replaces a lost response by `text`, since it is unknown what was done. That a try was not sent says nothing about an earlier one.
 * Any other error stays.
 */
export const sayLoss = (error: unknown, wasSent: boolean, text = responseLost): unknown => {
  if (!(error instanceof HttpError) || (isUnsent(error) ? !wasSent : !isUnanswered(error))) return error;
  return withText(error, isLoss(error) ? text : `${failed(error)} ${text}`);
};

/** Such a response is shown once and cannot be asked for again. `advice` says what to do when it was lost. */
export const explainLoss = async <Response>(response: Promise<Response>, advice: string): Promise<Response> => {
  try {
    return await response;
  } catch (error) {
    throw sayLoss(error, false, `The connection was lost. ${advice}`);
  }
};

/** The server did something else under this key before. Nothing else is answered with 422. */
export const isKeyReused = (error: unknown): boolean => error instanceof HttpError && error.status === 422;

export interface AlreadySentBefore {
  /** What became of it; undefined when the server cannot be asked. */
  readonly first: Outcome | undefined;
  readonly onRead: () => void;
}
const alreadySent = createListeners<AlreadySentBefore>();

/** Calls back when a key was used before for something else. */
export const onAlreadySent = alreadySent.listen;

/**
 * Has the layout say what was sent before, and waits until that was read, so that the second of two clicks sends nothing. Returns
 * the refusal in words for the form. The next press gets a new key.
 */
export const sayAlreadySent = async (first?: Outcome): Promise<HttpError> => {
  await new Promise<void>((onRead) => alreadySent.notify({ first, onRead }));
  return new HttpError('Not sent: another tab or an earlier press already sent this with other details.', 422, {});
};

/** These are no refusals: an ended session, a call that timed out, and too many calls at once say nothing about the call itself. */
const inconclusive = [401, 408, 429];
/** The server refused the call, so nothing was done. */
export const isClientError = (error: unknown): boolean =>
  isFromServer(error) && error.status < 500 && !inconclusive.includes(error.status);

export const isSignedOut = (error: unknown): boolean => error instanceof HttpError && error.status === 401;

export const changedTotal = (error: unknown): number | undefined => {
  const body: unknown = error instanceof HttpError && error.status === 409 ? error.body : undefined;
  return body && typeof body === 'object' && 'total' in body && typeof body.total === 'number' ? body.total : undefined;
};

export async function askAboutAttempt(ask: () => Promise<SaleOutcome>): Promise<Outcome> {
  const outcome = await ask().catch(() => undefined);
  if (!outcome) return { status: 'unreachable' };
  if (outcome.state === 'completed') return { status: 'succeeded', invoice: outcome.invoice };
  if (outcome.state === 'refused') return { status: 'notRecorded', message: outcome.message };
  return { status: outcome.state === 'unknown' ? 'notFound' : 'pending' };
}

/** The outcome of canceling an attempt, from its invoice. An open one is still being processed by the bank. */
export const cancelAttempt = async (cancel: () => Promise<Invoice | null>): Promise<Outcome> => {
  const invoice = await cancel().catch(() => undefined);
  if (invoice === undefined) return { status: 'unreachable' };
  if (invoice === null || (invoice.status === 'void' && invoice.paid === 0)) return { status: 'canceled' };
  // The rest of a void one was written off, and that of another is owed.
  const isPaid = invoice.paid > 0 || ['paid', 'refunded', 'void'].includes(invoice.status);
  return { status: isPaid ? 'succeeded' : 'processing', invoice };
};
