import { passwordMinLength } from '#domain/shared/limits.ts';

export const passwordTooShort = `Password must be at least ${passwordMinLength} characters long`;
export const passwordTooCommon = 'This password is one of the most common ones. Please choose another.';
export const passwordsDiffer = 'Passwords do not match';

/** The error for a new password, or undefined. Does not use zod, to keep the sign-in bundle small. */
export const passwordProblem = (chosen: string, again: string): string | undefined => {
  if (chosen.length < passwordMinLength) return passwordTooShort;
  if (chosen !== again) return passwordsDiffer;
  return undefined;
};
