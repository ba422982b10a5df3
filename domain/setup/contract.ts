import { z } from 'zod';
import { country } from '#domain/shared/address.ts';
import { newPassword } from '#domain/auth/contract.ts';
import { optionalText, requiredEmail, requiredText } from '#domain/shared/fields.ts';
import { salesTaxRate, timezone } from '#domain/locations/contract.ts';

const setupToken = requiredText('The setup link is incomplete', 200);

export const setupQuery = z.object({ token: setupToken });

/** Open until the first user exists, and only with the token of the latest start. */
export const setupStatus = z.object({ open: z.boolean() }).meta({ id: 'SetupStatus' });
export type SetupStatus = z.output<typeof setupStatus>;

export const setupBody = z
  .object({
    token: setupToken,
    firstName: requiredText('First name is required'),
    lastName: requiredText('Last name is required'),
    email: requiredEmail('Email is required', 'Email is invalid'),
    password: newPassword,
    companyName: requiredText('Company name is required'),
    location: z.object({
      name: requiredText('Location name is required'),
      timezone,
      country,
      state: optionalText(),
      city: optionalText(),
      salesTaxRate,
    }),
  })
  .meta({ id: 'Setup' });
export type SetupBody = z.input<typeof setupBody>;
export type SetupRequest = z.output<typeof setupBody>;
