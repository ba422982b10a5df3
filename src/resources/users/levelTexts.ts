import type { Level } from '#domain/shared/access.ts';

/** What somebody with the level does, in one line. */
export const levelTexts: Record<Level, string> = {
  admin: 'Everything at the location, with users and settings',
  manager: 'The desk, and plans, refunds, reports and cash drawers',
  operator: 'Check-in, contacts, memberships and invoices',
  point_of_sale: 'Check-in and the till',
};
