import type { Stripe } from 'stripe';
import { cards } from './cards.ts';
import { invalid, missing, Refusal } from './http.ts';
import { buildSetupIntent, stripeId } from './shapes.ts';

interface Account {
  readonly emit: (type: 'setup_intent.succeeded' | 'setup_intent.setup_failed', setup: Stripe.SetupIntent) => void;
  readonly save: (id: string, kept: { card: string; customer: string }) => void;
  readonly paymentMethod: (id: string) => object;
}

/** The setup intents of an account of the double. */
export function setupBook(customers: ReadonlyMap<string, unknown>, { emit, save, paymentMethod }: Account) {
  const setups = new Map<string, Stripe.SetupIntent>();

  function create(params: Stripe.SetupIntentCreateParams): Stripe.SetupIntent {
    const { customer = null, usage = 'off_session' } = params;
    if (customer !== null && !customers.has(customer)) throw missing('customer', customer);
    const setup = buildSetupIntent({ customer, usage, metadata: (params.metadata || {}) as Stripe.Metadata });
    setups.set(setup.id, setup);
    return setup;
  }

  const get = (id: string) => setups.get(id) ?? fail(missing('setupintent', id));

  /** The card's bank is asked, and nothing is charged. The card belongs to the customer once it succeeds. */
  function confirm(id: string, card: string): Stripe.SetupIntent {
    const setup = get(id);
    if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(setup.status))
      throw invalid(`You cannot confirm this SetupIntent because it has a status of ${setup.status}.`, {
        code: 'setup_intent_unexpected_state',
      });
    const { now: outcome, reason } = cards[card] ?? fail(missing('PaymentMethod', card));
    if (outcome === 'declined') {
      const error = {
        type: 'card_error' as const,
        code: 'card_declined' as const,
        decline_code: 'generic_decline',
        ...reason,
        message: 'Your card was declined.',
      };
      Object.assign(setup, { status: 'requires_payment_method', payment_method: null, last_setup_error: error });
      emit('setup_intent.setup_failed', setup);
      throw new Refusal(402, { ...error, setup_intent: structuredClone(setup) });
    }
    Object.assign(setup, { status: outcome, last_setup_error: null, payment_method: stripeId('pm') });
    if (outcome === 'succeeded') succeed(id, card);
    return setup;
  }

  function succeed(id: string, card: string): void {
    const setup = get(id);
    setup.status = 'succeeded';
    if (typeof setup.customer === 'string') save(String(setup.payment_method), { card, customer: setup.customer });
    emit('setup_intent.succeeded', setup);
  }

  /** The card in place of its id, when it is asked for. */
  function read(id: string, withCard: boolean) {
    const setup = get(id);
    const isKept = withCard && setup.status === 'succeeded';
    return isKept ? { ...setup, payment_method: paymentMethod(String(setup.payment_method)) } : setup;
  }

  return {
    create,
    confirm,
    /** After the bank has checked the card. */
    succeed,
    withSecret: (id: string, secret: string | undefined): Stripe.SetupIntent => {
      const setup = get(id);
      return setup.client_secret === secret ? setup : fail(missing('setupintent', id));
    },
    /** Newest first. */
    since: (created: number, withCards: boolean) =>
      [...setups.values()]
        .filter((setup) => setup.created >= created)
        .toReversed()
        .map((setup) => read(setup.id, withCards)),
    read,
  };
}

function fail(error: Error): never {
  throw error;
}
