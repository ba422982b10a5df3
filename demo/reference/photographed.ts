import type { ScenarioName } from '../scenarios.ts';

interface Photographed {
  name: string;
  /** The home location. */
  at: string;
  scenario: ScenarioName;
  /** Those who joined in the last days, so that they are at the top of the list. */
  newcomer?: boolean;
}

/** Contacts with a photo: one of each scenario in Denver, and some elsewhere. */
export const photographed: readonly Photographed[] = [
  { name: 'Maya Okafor', at: 'denver', scenario: 'steady', newcomer: true },
  { name: 'Lucas Brandt', at: 'denver', scenario: 'contract', newcomer: true },
  { name: 'Sofia Marchetti', at: 'denver', scenario: 'annual' },
  { name: 'Daniel Kim', at: 'denver', scenario: 'suspended' },
  { name: 'Aisha Rahman', at: 'denver', scenario: 'pending' },
  { name: 'Grace Lindqvist', at: 'denver', scenario: 'steady', newcomer: true },
  { name: 'Marcus Bell', at: 'denver', scenario: 'elsewhere' },
  { name: 'Elena Petrova', at: 'denver', scenario: 'expired' },
  { name: 'Tom Gallagher', at: 'denver', scenario: 'none' },
  { name: 'Priscilla Nguyen', at: 'chicago', scenario: 'steady', newcomer: true },
  { name: 'Andre Coleman', at: 'chicago', scenario: 'contract' },
  { name: 'Isabel Romero', at: 'phoenix', scenario: 'steady', newcomer: true },
  { name: 'Ravi Menon', at: 'denver', scenario: 'steady', newcomer: true },
  { name: 'Nora Whitaker', at: 'boston', scenario: 'contract' },
];
