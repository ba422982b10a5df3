import { z } from 'zod';
import { allCountries } from './countries.ts';
import { nullableEmail, nullableText, optionalEmail, optionalText } from './fields.ts';

const emailInvalid = 'Email is invalid';
export const country = z.enum(allCountries, 'Country is required');

/** The address and the contact details of a company or a location. */
export const address = {
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipCode: z.string().nullable(),
  country: z.string(),
};

export const newAddress = {
  email: optionalEmail(emailInvalid),
  phone: optionalText(),
  address: optionalText(),
  city: optionalText(),
  state: optionalText(),
  zipCode: optionalText(),
  country: country.optional(),
};

export const changedAddress = {
  email: nullableEmail(emailInvalid),
  phone: nullableText(),
  address: nullableText(),
  city: nullableText(),
  state: nullableText(),
  zipCode: nullableText(),
  country: country.optional(),
};
