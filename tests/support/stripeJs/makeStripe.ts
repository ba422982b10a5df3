import type { PaymentIntentResult, SetupIntentResult } from '@stripe/stripe-js';

/** How the double reaches Stripe: `confirm` or `retrieve` of an intent, answered as Stripe.js answers. */
export type Transport = (
  verb: 'confirm' | 'retrieve',
  clientSecret: string,
  paymentMethod: string,
) => Promise<PaymentIntentResult | SetupIntentResult>;

/**
 * A stand-in for Stripe.js with a card element that is a plain input: 4242… and 5555… are charged, …0259 charged and disputed, …0002
 * declined, …3155 left unauthenticated, …0077 still processing. It stands alone, because end-to-end tests send its source to the browser.
 */
export function makeStripe(transport: Transport) {
  const cards: Record<string, string> = {
    '4242424242424242': 'pm_card_visa',
    '5555555555554444': 'pm_card_mastercard',
    '4000000000000259': 'pm_card_createDispute',
    '4000000000000002': 'pm_card_chargeDeclined',
    '4000002500003155': 'pm_card_authenticationRequired',
    '4000000000000077': 'pm_card_processing',
  };

  function cardElement() {
    const listeners: Record<string, ((event: object) => void)[]> = {};
    const input = document.createElement('input');
    const emit = (name: string, event: object) => (listeners[name] || []).forEach((listen) => listen(event));
    input.setAttribute('aria-label', 'Card number');
    input.style.cssText = 'border:0;width:100%;font:16px sans-serif;background:transparent;color:inherit;outline:0';
    input.addEventListener('input', () => {
      const isWrong = input.value.length === 16 && !cards[input.value];
      const error = isWrong
        ? { type: 'validation_error', code: 'invalid_number', message: 'Your card number is invalid.' }
        : undefined;
      emit('change', { elementType: 'card', empty: input.value === '', complete: Boolean(cards[input.value]), error });
    });
    return {
      input,
      mount(place: HTMLElement) {
        place.append(input);
        // Stripe.js marks the element's place the same way.
        input.addEventListener('focus', () => place.classList.add('StripeElement--focus'));
        input.addEventListener('blur', () => place.classList.remove('StripeElement--focus'));
        setTimeout(() => emit('ready', {}));
      },
      on(name: string, listen: (event: object) => void) {
        listeners[name] = [...(listeners[name] || []), listen];
      },
      off(name: string, listen: (event: object) => void) {
        listeners[name] = (listeners[name] || []).filter((one) => one !== listen);
      },
      update() {},
      destroy() {
        input.remove();
      },
    };
  }

  const confirm = async (clientSecret: string, data: { payment_method?: unknown } = {}) => {
    const { card } = data.payment_method as { card: { input: HTMLInputElement } };
    const method = cards[card.input.value];
    if (!method) {
      return {
        error: { type: 'validation_error', code: 'incomplete_number', message: 'Your card number is incomplete.' },
      };
    }
    return transport('confirm', clientSecret, method);
  };
  const used = {
    confirmCardPayment: confirm,
    confirmCardSetup: confirm,
    retrievePaymentIntent: (clientSecret: string) => transport('retrieve', clientSecret, ''),
  };
  const factory = () => ({
    ...used,
    elements: () => {
      let made: ReturnType<typeof cardElement> | null = null;
      return { create: () => (made = cardElement()), getElement: () => made, update() {} };
    },
    createToken() {},
    createPaymentMethod() {},
  });
  return Object.assign(factory, { version: 'endive' });
}
