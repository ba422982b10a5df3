import { z } from 'zod';
import { newPassword, user } from '#domain/auth/contract.ts';
import { listFields, requiredText, readOnlyFields } from '#domain/shared/fields.ts';

export const accountEmails = z
  .object({ zReports: z.boolean('Choose whether Z reports are emailed to you') })
  .meta({ id: 'AccountEmails' });
export type AccountEmails = z.output<typeof accountEmails>;

export const accountEmailsResponse = z.object({ emails: accountEmails }).meta({ id: 'AccountEmailsResponse' });
export type AccountEmailsResponse = z.output<typeof accountEmailsResponse>;

const passwordRequired = 'Password is required';

export const accountResponse = z.object({ user }).meta({ id: 'Account' });
export type AccountResponse = z.output<typeof accountResponse>;

export const accountChanged = accountResponse.extend({ message: z.string() }).meta({ id: 'AccountChanged' });
export type AccountChanged = z.output<typeof accountChanged>;

export const accountBody = z
  .object({
    firstName: requiredText('First name is required').optional(),
    lastName: requiredText('Last name is required').optional(),
  })
  .meta({ id: 'AccountUpdate' })
  .register(readOnlyFields, listFields(user));
export type AccountBody = z.output<typeof accountBody>;

export const wrongPassword = 'Current password is wrong';

export const accountPasswordBody = z
  .object({
    currentPassword: z.string(passwordRequired).min(1, passwordRequired).max(1000, 'Password is too long'),
    newPassword,
  })
  .meta({ id: 'AccountPassword' });
export type AccountPasswordBody = z.output<typeof accountPasswordBody>;
