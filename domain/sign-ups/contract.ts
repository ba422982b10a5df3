import { z } from 'zod';
import { contactCreateBody } from '#domain/contacts/contract.ts';
import { optionalId, optionalText } from '#domain/shared/fields.ts';

const signUpMessageMaxLength = 1_000;

const { firstName, lastName, email, phone } = contactCreateBody.shape;

export const signUpBody = z
  .object({
    firstName,
    lastName,
    email,
    phone,
    /** The location that they are interested in. It may be absent when the key has only one. */
    locationId: optionalId(),
    message: optionalText(signUpMessageMaxLength),
    /** A field that people do not see. Whoever fills it in is a program, and is not signed up. */
    website: optionalText(),
  })
  .meta({ id: 'SignUp' });
export type SignUpBody = z.output<typeof signUpBody>;

/** The same whether or not the address is known. */
export const signUpReceived = 'Thank you. We will be in touch.';
