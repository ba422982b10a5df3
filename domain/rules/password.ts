import { passwordMinLength } from './limits.ts';

/** Spec §5: what is wrong with a newly chosen password, or undefined. Free of zod, for the sign-in pages' light bundle. */
export const passwordProblem = (chosen: string, again: string): string | undefined => {
  if (chosen.length < passwordMinLength) return `Password must be at least ${passwordMinLength} characters long`;
  if (chosen !== again) return 'Passwords do not match';
  return undefined;
};
