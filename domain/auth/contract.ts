import { z } from 'zod';
import { roles } from '#domain/shared/access.ts';
import { passwordMaxLength, passwordMinLength } from '#domain/shared/limits.ts';
import { passwordTooShort } from './password.ts';
import { id, messageResponse, timestamp } from '#domain/shared/contract.ts';
import { companySummary } from '#domain/companies/contract.ts';
import { locationList } from '#domain/locations/contract.ts';
import { checklist } from '#domain/setup/checklist.ts';
import { requiredEmail, requiredText } from '#domain/shared/fields.ts';

const emailRequired = 'Email is required';
const passwordRequired = 'Password is required';

/** Passwords are never trimmed. */
export const newPassword = z
  .string(passwordRequired)
  .min(passwordMinLength, passwordTooShort)
  .max(passwordMaxLength, `Password must be at most ${passwordMaxLength} characters long`);

const token = requiredText('Invalid or missing reset token', 200);

const userCompany = z.object({ company: companySummary, role: z.enum(roles) }).meta({ id: 'UserCompany' });

export const user = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    userCompanies: z.array(userCompany),
  })
  .meta({ id: 'User' });
export type User = z.output<typeof user>;

export const loginBody = z
  .object({
    email: requiredText(emailRequired, 254),
    password: z.string(passwordRequired).min(1, passwordRequired).max(1000, 'Password is too long'),
  })
  .meta({ id: 'Login' });
export type LoginBody = z.output<typeof loginBody>;

export const loginResponse = z
  .object({
    token: z.string(),
    user,
    /** Repeats the header `X-Access` of later responses. */
    access: z.string().optional(),
    /** The dashboard needs them first. Left out until a required second factor is turned on. */
    locations: locationList.optional(),
    /** Present when the person administers exactly one company. */
    checklist: checklist.optional(),
  })
  .meta({ id: 'LoginResponse' });
export type LoginResponse = z.output<typeof loginResponse>;

/** The password was right, and a code of the second factor is required. No session was started. */
const secondFactorNeeded = z
  .object({ secondFactor: z.object({ token: z.string(), expiresAt: timestamp }) })
  .meta({ id: 'SecondFactorNeeded' });
export type SecondFactorNeeded = z.output<typeof secondFactorNeeded>;

export const signInOutcome = z.union([loginResponse, secondFactorNeeded]).meta({ id: 'SignInOutcome' });
export type SignInOutcome = z.output<typeof signInOutcome>;

/** Six digits from an authenticator app, or a recovery code. Spaces and dashes do not matter. */
export const secondFactorCode = requiredText('Code is required', 40);

export const secondFactorBody = z
  .object({ token: requiredText('Invalid or missing sign-in token', 200), code: secondFactorCode })
  .meta({ id: 'SecondFactorSignIn' });
export type SecondFactorBody = z.output<typeof secondFactorBody>;

export const refreshResponse = z.object({ token: z.string() }).meta({ id: 'RefreshResponse' });
export type RefreshResponse = z.output<typeof refreshResponse>;

export const forgotPasswordBody = z
  .object({ email: requiredEmail(emailRequired, 'Email is invalid') })
  .meta({ id: 'ForgotPassword' });

export const changePasswordBody = z.object({ token, newPassword }).meta({ id: 'ChangePassword' });

/** `hasPasskeys` when passkeys of the person still sign in. */
export const changePasswordResponse = messageResponse
  .extend({ hasPasskeys: z.boolean() })
  .meta({ id: 'ChangedPassword' });
export type ChangePasswordResponse = z.output<typeof changePasswordResponse>;

export const verifyEmailParams = z.object({ token: requiredText('No verification token provided', 200) });
