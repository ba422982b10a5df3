import type { BillingFrequency, PlanType } from '#domain/memberships/membershipPlan.ts';

export interface DemoPlan {
  company: string;
  /** The location it is bound to; without one it is company-wide. */
  at?: string;
  name: string;
  description: string;
  type: PlanType;
  contractMonths?: number;
  cents: number;
  billing: BillingFrequency;
  accessDays?: number;
  state?: 'unpublished' | 'inactive';
  /** The buyers' age in years; without it, 18 to 70. */
  ages?: readonly [least: number, most: number];
  agreements?: readonly string[];
  /** Charged with it, by the name of the location's sales item. */
  charges?: readonly { item: string; required: boolean }[];
}

const signed = ['Liability Waiver', 'Membership Agreement', 'Privacy Notice'];
const guest = ['Liability Waiver'];
const ours = ['Waiver & Release', 'Barbell Club Code'];
const keyFob = { item: 'Key Fob', required: true };
const locker = { item: 'Day Locker (One Month)', required: false };

export const plans: readonly DemoPlan[] = [
  { company: 'iron-peak', name: 'All-Access Monthly', description: 'Every location, every hour, no strings. Cancel any time.', type: 'no_contract', cents: 89_00, billing: 'monthly', agreements: signed },
  { company: 'iron-peak', name: 'All-Access 12 Month', description: 'Every location at our best monthly rate, for a year.', type: 'contract', contractMonths: 12, cents: 74_00, billing: 'monthly', agreements: signed },
  { company: 'iron-peak', name: 'All-Access Annual', description: 'A year of every location, paid once: two months on us.', type: 'no_contract', cents: 828_00, billing: 'annually', agreements: signed },
  { company: 'iron-peak', name: 'Student Monthly', description: 'For students with a valid ID, at every location.', type: 'no_contract', cents: 59_00, billing: 'monthly', ages: [18, 26], agreements: signed },
  { company: 'iron-peak', name: 'Corporate Two-Year', description: 'For partner companies, billed by the year. Ask for the current partner list.', type: 'contract', contractMonths: 24, cents: 699_00, billing: 'annually', state: 'unpublished', agreements: signed },
  { company: 'iron-peak', name: 'Day Pass', description: 'One day at any location.', type: 'no_contract', cents: 22_00, billing: 'one_time', accessDays: 1, agreements: guest },
  { company: 'iron-peak', name: 'Ten-Day Travel Pass', description: 'Ten days in a row at any location. Made for visitors.', type: 'no_contract', cents: 75_00, billing: 'one_time', accessDays: 10, agreements: guest },
  { company: 'iron-peak', name: 'Founders Rate', description: 'For those who joined before our second location opened. No longer sold.', type: 'no_contract', cents: 49_00, billing: 'monthly', state: 'inactive', agreements: signed },

  { company: 'iron-peak', at: 'denver', name: 'Denver Monthly', description: 'Denver gym floor, sauna and group classes. Cancel any time.', type: 'no_contract', cents: 64_00, billing: 'monthly', agreements: [...signed, 'Sauna & Locker Room Rules'], charges: [keyFob, locker] },
  { company: 'iron-peak', at: 'denver', name: 'Denver 12 Month', description: 'Denver gym floor, sauna and group classes for a year.', type: 'contract', contractMonths: 12, cents: 54_00, billing: 'monthly', agreements: [...signed, 'Sauna & Locker Room Rules'], charges: [keyFob, { item: 'Welcome Assessment', required: true }, locker] },
  { company: 'iron-peak', at: 'denver', name: 'Twelve-Week Transformation', description: 'Coached strength and nutrition program in a group of eight, paid once.', type: 'contract', contractMonths: 3, cents: 549_00, billing: 'one_time', accessDays: 84, agreements: [...signed, 'Personal Training Agreement'], charges: [{ item: 'Body Composition Scan', required: true }] },
  { company: 'iron-peak', at: 'denver', name: 'Denver Week Pass', description: 'Seven days in Denver, sauna included.', type: 'no_contract', cents: 49_00, billing: 'one_time', accessDays: 7, agreements: guest },
  { company: 'iron-peak', at: 'denver', name: 'Senior Mornings', description: 'Weekdays until noon, for members from 65 years on.', type: 'no_contract', cents: 39_00, billing: 'monthly', ages: [65, 81], agreements: signed, charges: [keyFob] },
  { company: 'iron-peak', at: 'denver', name: 'Off-Peak Monthly', description: 'Draft for spring: 10 AM to 3 PM on weekdays.', type: 'no_contract', cents: 44_00, billing: 'monthly', state: 'unpublished' },

  { company: 'iron-peak', at: 'chicago', name: 'West Loop Monthly', description: 'Our Chicago gym, classes included. Cancel any time.', type: 'no_contract', cents: 79_00, billing: 'monthly', agreements: [...signed, 'Building Access After Hours'], charges: [{ item: 'Key Card', required: true }] },
  { company: 'iron-peak', at: 'chicago', name: 'West Loop 12 Month', description: 'Our Chicago gym for a year.', type: 'contract', contractMonths: 12, cents: 69_00, billing: 'monthly', agreements: [...signed, 'Building Access After Hours'], charges: [{ item: 'Key Card', required: true }] },
  { company: 'iron-peak', at: 'chicago', name: 'Two-Week Trial', description: 'For first-time guests from the neighborhood.', type: 'no_contract', cents: 39_00, billing: 'one_time', accessDays: 14, agreements: guest },

  { company: 'iron-peak', at: 'phoenix', name: 'Phoenix Monthly', description: 'Our Phoenix gym and rooftop. Cancel any time.', type: 'no_contract', cents: 59_00, billing: 'monthly', agreements: signed },
  { company: 'iron-peak', at: 'phoenix', name: 'Snowbird 6 Month', description: 'Six months in the sun, as long as it snows at home.', type: 'contract', contractMonths: 6, cents: 65_00, billing: 'monthly', agreements: signed },
  { company: 'iron-peak', at: 'phoenix', name: 'Phoenix Annual', description: 'A year in Phoenix, paid once.', type: 'contract', contractMonths: 12, cents: 588_00, billing: 'annually', agreements: signed },
  { company: 'iron-peak', at: 'phoenix', name: 'Summer Pass', description: 'Ninety days indoors while it is 110 outside.', type: 'no_contract', cents: 149_00, billing: 'one_time', accessDays: 90, state: 'inactive', agreements: guest },

  { company: 'harbor', name: 'Harbor Monthly', description: 'Open gym, all hours.', type: 'no_contract', cents: 95_00, billing: 'monthly', agreements: ours },
  { company: 'harbor', name: 'Harbor 12 Month', description: 'Open gym for a year.', type: 'contract', contractMonths: 12, cents: 80_00, billing: 'monthly', agreements: ours },
  { company: 'harbor', at: 'boston', name: 'Barbell Club Annual', description: 'Coached platform hours on three evenings a week.', type: 'no_contract', cents: 960_00, billing: 'annually', agreements: ours, charges: [{ item: 'Club Singlet', required: true }] },
  { company: 'harbor', name: 'Drop-In', description: 'One session for visiting lifters.', type: 'no_contract', cents: 25_00, billing: 'one_time', accessDays: 1, agreements: ours.slice(0, 1) },
];
