import type { ReactNode } from 'react';

export const groups = ['Actions', 'Pages', 'Locations', 'Account', 'Contacts', 'Memberships', 'Sales Items', 'Invoices'] as const;

/** A line of the palette. */
export interface Command {
  id: string;
  group: (typeof groups)[number];
  label: string;
  subtitle?: string | undefined;
  /** On the right: a price, a status. */
  detail?: string;
  /** Other words that find it. */
  keywords?: string;
  icon: ReactNode;
  run: () => void;
  /** It opens another page, on which the keyboard goes on. */
  navigates?: boolean;
}
