import type { SettingsChange } from '#domain/settings/companySettings.ts';

export interface DemoFee {
  name: string;
  description: string;
  type: 'percentage' | 'fixed';
  amount: string;
  active: boolean;
}

export interface DemoLocation {
  /** Its key in the rest of the demo. */
  key: string;
  name: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  zipCode: string;
  timezone: string;
  salesTaxRate: string;
  fees: readonly DemoFee[];
  /** How many contacts have it as their home location. */
  contacts: number;
}

export interface DemoCompany {
  key: string;
  name: string;
  email: string;
  phone: string;
  website: string;
  /** Its settings that differ from the defaults. */
  settings?: SettingsChange;
  locations: readonly DemoLocation[];
}

export const ironPeak: DemoCompany = {
  key: 'iron-peak',
  name: 'Iron Peak Fitness',
  email: 'hello@ironpeakfitness.example',
  phone: '3035550100',
  website: 'https://ironpeakfitness.example',
  settings: {
    memberships: { cancellationNoticeDays: 14, freezeFeeCents: 1000 },
    payments: { cashOnly: true },
    receipts: { legalName: 'Iron Peak Fitness LLC', taxId: '84-2715590', footer: 'Thank you for training with us.' },
  },
  locations: [
    {
      key: 'denver',
      name: 'Iron Peak Denver',
      email: 'denver@ironpeakfitness.example',
      phone: '3035550110',
      address: '3150 Brighton Blvd',
      city: 'Denver',
      state: 'CO',
      zipCode: '80216',
      timezone: 'America/Denver',
      salesTaxRate: '0.0881',
      fees: [
        {
          name: 'Enrollment Fee',
          description: 'Key fob, photo and a first walk-through',
          type: 'fixed',
          amount: '25.00',
          active: true,
        },
        {
          name: 'Facility Surcharge',
          description: 'Upkeep of sauna and plunge pool',
          type: 'percentage',
          amount: '3.00',
          active: true,
        },
        {
          name: 'Towel Service',
          description: 'Ended with the new laundry',
          type: 'fixed',
          amount: '12.00',
          active: false,
        },
      ],
      contacts: 112,
    },
    {
      key: 'chicago',
      name: 'Iron Peak Chicago',
      email: 'chicago@ironpeakfitness.example',
      phone: '3125550120',
      address: '945 W Randolph St',
      city: 'Chicago',
      state: 'IL',
      zipCode: '60607',
      timezone: 'America/Chicago',
      salesTaxRate: '0.1025',
      fees: [
        {
          name: 'Enrollment Fee',
          description: 'Key card and orientation',
          type: 'fixed',
          amount: '29.00',
          active: true,
        },
        {
          name: 'City Amusement Tax',
          description: 'Charged on behalf of the City of Chicago',
          type: 'percentage',
          amount: '9.00',
          active: true,
        },
        { name: 'Garage Validation', description: '', type: 'fixed', amount: '8.00', active: false },
      ],
      contacts: 56,
    },
    {
      key: 'phoenix',
      name: 'Iron Peak Phoenix',
      email: 'phoenix@ironpeakfitness.example',
      phone: '6025550130',
      address: '4340 E Indian School Rd',
      city: 'Phoenix',
      state: 'AZ',
      zipCode: '85018',
      timezone: 'America/Phoenix',
      salesTaxRate: '0.0860',
      fees: [
        { name: 'Enrollment Fee', description: 'Waived in December', type: 'fixed', amount: '19.00', active: true },
        {
          name: 'Summer Cooling Surcharge',
          description: 'June to September',
          type: 'percentage',
          amount: '2.50',
          active: false,
        },
      ],
      contacts: 44,
    },
  ],
};

export const harbor: DemoCompany = {
  key: 'harbor',
  name: 'Harbor Strength Club',
  email: 'crew@harborstrength.example',
  phone: '6175550140',
  website: 'https://harborstrength.example',
  locations: [
    {
      key: 'boston',
      name: 'Harbor Strength Boston',
      email: 'crew@harborstrength.example',
      phone: '6175550141',
      address: '88 Black Falcon Ave',
      city: 'Boston',
      state: 'MA',
      zipCode: '02210',
      timezone: 'America/New_York',
      salesTaxRate: '0.0625',
      fees: [
        {
          name: 'Joining Fee',
          description: 'Chalk, a shirt and a platform tour',
          type: 'fixed',
          amount: '20.00',
          active: true,
        },
      ],
      contacts: 28,
    },
  ],
};
