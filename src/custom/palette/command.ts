import type { ReactNode } from 'react';

const groups = [
  'Actions',
  'Pages',
  'Locations',
  'Account',
  'For a Contact',
  'Contacts',
  'Memberships',
  'Sales Items',
  'Invoices',
  'Related Pages',
] as const;

export interface Command {
  id: string;
  group: (typeof groups)[number];
  label: string;
  subtitle?: string | undefined;
  detail?: string;
  keywords?: string;
  icon: ReactNode;
  /** Puts this into the field, to be followed by a name, instead of running anything. */
  begins?: string;
  run: () => void;
  /** It opens another page, which then gets the focus. */
  navigates?: boolean;
}

/** Each word of the text must begin a word of the phrase. 'check in' and 'checkin' both find 'Check-ins'. */
export const matchesWords = (phrase: string, text: string) => {
  const words = toWords(phrase);
  return (
    toWords(text).every((wanted) => words.some((word) => word.startsWith(wanted))) ||
    words.join('').startsWith(toWords(text).join(''))
  );
};

export const toWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
