import type { Level } from '#domain/shared/access.ts';

interface DemoUser {
  email: string;
  firstName: string;
  lastName: string;
  /** The company of which this user is an admin. */
  adminOf?: string;
  /** Direct access, by location. */
  access?: Readonly<Record<string, Level>>;
}

export const demoPassword = 'demo-password';

/** Users who cannot sign in, for the list of users: one has an open invitation, one is disabled. */
export const demoColleagues = [
  {
    email: 'jordan.ellis@demo.test',
    firstName: 'Jordan',
    lastName: 'Ellis',
    status: 'invited',
    daysAgo: 2,
    at: 'denver',
    level: 'operator',
  },
  {
    email: 'sandra.kimura@demo.test',
    firstName: 'Sandra',
    lastName: 'Kimura',
    status: 'disabled',
    daysAgo: 410,
    at: 'phoenix',
    level: 'manager',
  },
] as const;

export const demoUsers: readonly DemoUser[] = [
  { email: 'admin@demo.test', firstName: 'Dana', lastName: 'Whitfield', adminOf: 'iron-peak' },
  {
    email: 'manager@demo.test',
    firstName: 'Marcus',
    lastName: 'Oyelaran',
    access: { denver: 'manager', chicago: 'manager' },
  },
  { email: 'operator@demo.test', firstName: 'Priya', lastName: 'Raman', access: { denver: 'operator' } },
  { email: 'pos@demo.test', firstName: 'Tyler', lastName: 'Brandt', access: { denver: 'point_of_sale' } },
  { email: 'owner@rival.test', firstName: 'Grace', lastName: 'Donnelly', adminOf: 'harbor' },
];
