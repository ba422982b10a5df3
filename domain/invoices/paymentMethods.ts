export const paymentMethods = ['cash', 'card', 'other'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

interface PaymentMethodRules {
  readonly label: string;
  /** `We received $5.00 in cash.` */
  readonly inWords: string;
  /** The money goes into the location's drawer, change comes out of it, and so does a refund. */
  readonly takesDrawer: boolean;
  /** Pending until a payment intent succeeds at Stripe. */
  readonly needsIntent: boolean;
  /** Staff choose one of the names in the company's settings. */
  readonly isNamed: boolean;
}

export const paymentMethodRules: Record<PaymentMethod, PaymentMethodRules> = {
  cash: { label: 'Cash', inWords: 'in cash', takesDrawer: true, needsIntent: false, isNamed: false },
  card: { label: 'Card', inWords: 'by card', takesDrawer: false, needsIntent: true, isNamed: false },
  other: { label: 'Other', inWords: 'by other', takesDrawer: false, needsIntent: false, isNamed: true },
};

/** One value for each method, from its row. */
export const perMethod = <Value>(toValue: (rules: PaymentMethodRules, method: PaymentMethod) => Value) =>
  Object.fromEntries(paymentMethods.map((method) => [method, toValue(paymentMethodRules[method], method)])) as Record<
    PaymentMethod,
    Value
  >;

export const drawerMethod = 'cash' satisfies PaymentMethod;

export const deskMethods = [drawerMethod, 'other'] as const satisfies readonly PaymentMethod[];
export type DeskMethod = (typeof deskMethods)[number];

export const refundDestinations = ['card', drawerMethod] as const satisfies readonly PaymentMethod[];
export type RefundDestination = (typeof refundDestinations)[number];
