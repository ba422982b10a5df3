export interface DemoAgreement {
  company: string;
  /** The location it is bound to; without one it is company-wide. */
  at?: string;
  name: string;
  description: string;
  /** The PDFs are `assets/agreements/<fileName>-v<version>.pdf`. */
  fileName: string;
  versions: number;
}

/** In the order in which each company lists them. */
export const agreements: readonly DemoAgreement[] = [
  {
    company: 'iron-peak',
    name: 'Liability Waiver',
    description: 'Signed by everyone before their first workout, guests included.',
    fileName: 'liability-waiver',
    versions: 3,
  },
  {
    company: 'iron-peak',
    name: 'Membership Agreement',
    description: 'Terms of every recurring plan: dues, renewal, freezing and canceling.',
    fileName: 'membership-agreement',
    versions: 2,
  },
  {
    company: 'iron-peak',
    name: 'Privacy Notice',
    description: 'What we keep about members, why, and for how long.',
    fileName: 'privacy-notice',
    versions: 1,
  },
  {
    company: 'iron-peak',
    at: 'denver',
    name: 'Sauna & Locker Room Rules',
    description: 'Denver only: use of the sauna, plunge pool and day lockers.',
    fileName: 'denver-sauna-and-locker-rooms',
    versions: 2,
  },
  {
    company: 'iron-peak',
    at: 'chicago',
    name: 'Building Access After Hours',
    description: 'Chicago only: key cards and the garage entrance before 6 AM and after 9 PM.',
    fileName: 'chicago-building-access',
    versions: 1,
  },
  {
    company: 'iron-peak',
    name: 'Personal Training Agreement',
    description: 'Sessions with a coach: booking, late canceling and expiry.',
    fileName: 'personal-training',
    versions: 2,
  },
  {
    company: 'iron-peak',
    name: 'Photo & Media Release',
    description: 'For members who agree to appear in our pictures. PDF to follow from our lawyer.',
    fileName: 'media-release',
    versions: 0,
  },
  {
    company: 'harbor',
    name: 'Waiver & Release',
    description: 'For every lifter and guest.',
    fileName: 'harbor-waiver',
    versions: 2,
  },
  {
    company: 'harbor',
    name: 'Barbell Club Code',
    description: 'What members of the barbell club expect of each other.',
    fileName: 'barbell-club-code',
    versions: 1,
  },
];
