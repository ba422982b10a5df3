/** The countries offered, the first of them by default. */
export const countries = ['USA', 'Canada', 'United Kingdom', 'France', 'Germany', 'Japan', 'Australia', 'Other'] as const;
export const defaultCountry: (typeof countries)[number] = 'USA';

/** The billing country of a card payment is fixed. */
export const billingCountry = 'US';
