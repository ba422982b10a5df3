export const paymentMethods = ['cash', 'card', 'other'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

interface PaymentMethodRules {
  readonly label: string;
  /** `We received $5.00 in cash.` */
  readonly inWords: string;
  /** Staff choose one of the names in the company's settings. */
  readonly isNamed: boolean;
}

export const paymentMethodRules: Record<PaymentMethod, PaymentMethodRules> = {
  cash: { label: 'Cash', inWords: 'in cash', isNamed: false },
  card: { label: 'Card', inWords: 'by card', isNamed: false },
  other: { label: 'Other', inWords: 'by other', isNamed: true },
};

/** One value for each method, from its row. */
export const perMethod = <Value>(toValue: (rules: PaymentMethodRules, method: PaymentMethod) => Value) =>
  Object.fromEntries(paymentMethods.map((method) => [method, toValue(paymentMethodRules[method], method)])) as Record<
    PaymentMethod,
    Value
  >;

/** The money goes into the location's drawer, change comes out of it, and so does a refund. */
export const drawerMethod = 'cash' as const satisfies PaymentMethod;

/** Pending until a payment intent succeeds at Stripe. */
export const cardMethod = 'card' as const satisfies PaymentMethod;

export const deskMethods = [drawerMethod, 'other'] as const satisfies readonly PaymentMethod[];
export type DeskMethod = (typeof deskMethods)[number];

export const refundDestinations = [cardMethod, drawerMethod] as const satisfies readonly PaymentMethod[];
export type RefundDestination = (typeof refundDestinations)[number];
