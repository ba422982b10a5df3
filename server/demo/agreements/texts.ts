export interface AgreementText {
  name: string;
  description: string;
  order: number;
  /** The key of the only location it is for; company-wide without. */
  at?: string;
  /** Versions in order, by what each added to the one before; none for an agreement that still waits for its PDF. */
  versions: readonly (readonly Section[])[];
  fileName: string;
}

export interface Section {
  heading: string;
  text: string;
}

const section = (heading: string, text: string): Section => ({ heading, text });

const waiver = [
  section('Taking part', 'I take part in training, classes and open gym of my own choice. I know that exercise carries risks, among them strained muscles, falls, and injuries from weights or machines, and that no supervision can remove them all.'),
  section('My health', 'I am in a condition to exercise, or have asked a physician where I was in doubt. I will tell the staff of any injury, pregnancy or heart condition before I train, and I will stop when I feel pain, dizziness or shortness of breath.'),
  section('Release', 'As far as the law allows, I release the gym, its owners, coaches and staff from claims for injury or loss that come from ordinary risks of training, and from my own use of the equipment. This does not cover gross negligence or intent.'),
  section('Belongings', 'Lockers are for use during a visit only. The gym is not responsible for valuables that are left in lockers, in the changing rooms, on the training floor or in the parking area.'),
];

const dues = [
  section('Membership', 'The membership is personal. It begins on the start date shown on the receipt and runs for the term of the chosen plan. Plans with automatic renewal continue period by period until they are cancelled.'),
  section('Dues', 'Dues are charged in advance to the card on file on the first day of each period, together with the sales tax of the home location. A charge that is declined is tried again on the following three days.'),
  section('Cancelling and freezing', 'A plan without a contract can be cancelled at any time, in person or by e-mail, with effect from the end of the paid period. A membership can be frozen for one to three months a year for illness, pregnancy or military service.'),
  section('House rules', 'Members check in at the front desk, wipe down equipment, re-rack weights and wear closed shoes on the training floor. The staff may suspend the access of anyone who endangers or harasses others.'),
];

const ironPeakAgreements: readonly AgreementText[] = [
  {
    name: 'Liability Waiver',
    description: 'Signed by everyone before their first workout, guests included.',
    order: 0,
    fileName: 'liability-waiver',
    versions: [
      waiver.slice(0, 3),
      waiver.slice(3),
      [section('Minors', 'For a member under 18 a parent or legal guardian signs this waiver. Minors under 16 train in the presence of an adult who is responsible for them.')],
    ],
  },
  {
    name: 'Membership Agreement',
    description: 'Terms of every recurring plan: dues, renewal, freezing and cancelling.',
    order: 1,
    fileName: 'membership-agreement',
    versions: [
      dues,
      [section('Moving', 'A member who moves may transfer the membership to another Iron Peak location at the dues of that location. The transfer takes effect with the next period.')],
    ],
  },
  {
    name: 'Privacy Notice',
    description: 'What we keep about members, why, and for how long.',
    order: 2,
    fileName: 'privacy-notice',
    versions: [
      [
        section('What we keep', 'Your name and contact details, an emergency contact, a photo for the front desk, your plans and purchases, and the times of your visits. Card details are kept by our payment provider and never by us.'),
        section('Why', 'To open the door for you, to bill what you bought, to reach somebody if you are hurt, and to plan classes and opening hours from the number of visits.'),
        section('How long', 'Visits are kept for 24 months, invoices for the seven years that tax law asks for, and everything else until one year after your last membership ended.'),
        section('Your choices', 'Ask at the front desk to see, correct or delete what we keep about you. A photo is taken only if you agree, and removed when you ask for it.'),
      ],
    ],
  },
  {
    name: 'Sauna & Locker Room Rules',
    description: 'Denver only: use of the sauna, plunge pool and day lockers.',
    order: 3,
    at: 'denver',
    fileName: 'denver-sauna-and-locker-rooms',
    versions: [
      [
        section('Sauna', 'Shower first, sit on a towel, and stay for no more than fifteen minutes at a time. The sauna is not for persons under 18, nor after alcohol.'),
        section('Lockers', 'Bring your own padlock. Locks that are left on overnight are removed; belongings are kept at the front desk for fourteen days.'),
      ],
      [section('Plunge pool', 'One person at a time, feet first, for no more than five minutes. Do not use the pool alone, and leave it at once if you shiver or feel numb.')],
    ],
  },
  {
    name: 'Building Access After Hours',
    description: 'Chicago only: key cards and the garage entrance before 6 AM and after 9 PM.',
    order: 4,
    at: 'chicago',
    fileName: 'chicago-building-access',
    versions: [
      [
        section('Key cards', 'The building is locked from 9 PM to 6 AM. Each member has one key card, which is not to be lent. A lost card is blocked at once and replaced for a fee.'),
        section('Guests', 'Guests enter with the member who brings them, during staffed hours only. The door is not held open for persons who have no card of their own.'),
      ],
    ],
  },
  {
    name: 'Personal Training Agreement',
    description: 'Sessions with a coach: booking, late cancelling and expiry.',
    order: 5,
    fileName: 'personal-training',
    versions: [
      [
        section('Sessions', 'A session lasts 55 minutes and is booked with the coach in person. Packages are valid for six months from the day they are bought.'),
        section('Cancelling', 'A session can be moved up to 24 hours before it begins. After that, or when the client does not come, it counts as used.'),
      ],
      [section('Change of coach', 'If a coach leaves or falls ill, we offer another one for the remaining sessions, or a refund of those not used.')],
    ],
  },
  {
    name: 'Photo & Media Release',
    description: 'For members who agree to appear in our pictures. PDF to follow from our lawyer.',
    order: 6,
    fileName: 'media-release',
    versions: [],
  },
];

const harborAgreements: readonly AgreementText[] = [
  { name: 'Waiver & Release', description: 'For every lifter and guest.', order: 0, fileName: 'harbor-waiver', versions: [waiver.slice(0, 2), waiver.slice(2)] },
  {
    name: 'Barbell Club Code',
    description: 'What members of the barbell club expect of each other.',
    order: 1,
    fileName: 'barbell-club-code',
    versions: [
      [
        section('On the platform', 'Chalk stays in the bowl, collars stay on the bar, and nobody walks between a lifter and the mirror. Dropping empty bars is a push-up offense.'),
        section('With each other', 'Offer a spot, ask before you coach, and cheer for personal records of every size.'),
      ],
    ],
  },
];

/** By company. */
export const agreementTexts: Readonly<Record<string, readonly AgreementText[]>> = {
  'iron-peak': ironPeakAgreements,
  harbor: harborAgreements,
};
