/** The countries offered, the first of them by default. */
export const countries = ['USA', 'Canada', 'United Kingdom', 'France', 'Germany', 'Japan', 'Australia', 'Other'] as const;
export type Country = (typeof countries)[number];
export const defaultCountry: Country = 'USA';

/** The billing country of a card payment is fixed. */
export const billingCountry = 'US';
