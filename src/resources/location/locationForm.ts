import { zodResolver } from '@hookform/resolvers/zod';
import { locationForm, type Location } from '#domain/contract/location.ts';
import { normalizePhone } from '#domain/rules/phone.ts';
import { fractionOf, percentOf } from '#domain/rules/taxRate.ts';

/** What the form shows of a location: the rate as a percent. */
export const formOf = (location: Location) => ({ ...location, salesTaxRate: percentOf(location.salesTaxRate) });

/** Checks the form and gives what is sent: the rate as a fraction, the phone number normalized. */
export const locationResolver = zodResolver(
  locationForm.omit({ updatedAt: true }).transform(({ salesTaxRate, phone, ...rest }) => ({
    ...rest,
    salesTaxRate: fractionOf(salesTaxRate),
    phone: phone ? normalizePhone(phone) : null,
  })),
);
