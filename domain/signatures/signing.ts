import { addMonths, type CalendarDate } from '#domain/shared/dates.ts';

const adultYears = 18;

/** Stored with each signature as it was shown. */
export const consentText =
  'I agree to sign this document electronically. My electronic signature has the same effect as one on paper. I can ask for a paper copy, and a copy of the signed document is emailed to me.';

/** Nobody is a minor any more on their 18th birthday. Born on February 29, that is February 28. */
export const isMinor = (dateOfBirth: CalendarDate, today: CalendarDate): boolean =>
  addMonths(dateOfBirth, adultYears * 12) > today;

export const signingRefusals = {
  needsBirthDate: 'Enter the date of birth first, so that it is known whether a guardian must sign',
  needsGuardian: 'A parent or guardian must sign for a member under 18',
  oldVersion: 'There is a newer version of this agreement. Please read and sign that one.',
  outdatedVersion: 'Everyone was asked to sign a newer version of this agreement since. Please have that one signed.',
  inFuture: 'The times of signing must not be in the future',
} as const;

/** Why this person cannot sign in this way; null when they can. */
export function signingRefusal(
  { dateOfBirth, hasGuardian }: { dateOfBirth: CalendarDate | null; hasGuardian: boolean },
  today: CalendarDate,
): string | null {
  if (dateOfBirth === null) return signingRefusals.needsBirthDate;
  return isMinor(dateOfBirth, today) && !hasGuardian ? signingRefusals.needsGuardian : null;
}

/** 'Łukasz Nguyễn 李' as 'Ł. N. 李.' */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...word][0] ?? ''}.`)
    .join(' ');
