import { addDays } from '#domain/shared/dates.ts';
import type { Place } from './companies.ts';
import type { Person } from './contacts.ts';
import { photographed } from './reference/photographed.ts';
import type { Demo } from './rows.ts';

/** At the first location of each company where they fit, two members are children of a third, who pays for them. */
export function makeFamilies(places: readonly Place[], people: readonly Person[]): void {
  const firsts = places.filter((place) => places.find(({ companyId }) => companyId === place.companyId) === place);
  for (const place of firsts) {
    const [payer, ...others] = people.filter((person) => isFit(person, place));
    const holding = payer?.holdings[0];
    if (!payer || !holding) continue;
    payer.family = others.slice(0, relations.length);
    for (const child of payer.family) {
      child.lastName = payer.lastName;
      child.email = `${child.firstName}.${child.lastName}@example.com`.toLowerCase();
      child.payer = payer;
      child.since = payer.since;
      child.holdings = [{ ...holding, ends: [...holding.ends] }];
    }
  }
}

const relations = ['Child', 'Child'];

/** Has renewed by card some times, and does not renew in the next days. */
function isFit({ firstName, lastName, home, scenario, holdings }: Person, place: Place): boolean {
  const [holding, another] = holdings;
  return (
    home === place &&
    scenario === 'steady' &&
    holding !== undefined &&
    another === undefined &&
    holding.autoRenew &&
    holding.ends.length > 2 &&
    String(holding.ends.at(-1)) > addDays(place.today, 7) &&
    !photographed.some(({ name }) => name === `${firstName} ${lastName}`)
  );
}

export function seedHouseholds({ rows, people }: Demo): void {
  for (const payer of people.filter(({ family }) => family.length > 0)) {
    const id = payer.random.id(payer.since);
    const of = { company_id: payer.home.companyId, household_id: id, joined_at: payer.since };
    rows.households.push({
      id,
      company_id: payer.home.companyId,
      name: `${payer.lastName} Family`,
      payer_id: payer.id,
      created_at: payer.since,
      updated_at: payer.since,
    });
    rows.household_members.push({ ...of, contact_id: payer.id, relation: '', may_act: true });
    payer.family.forEach(({ id: contact_id }, index) =>
      rows.household_members.push({ ...of, contact_id, relation: relations[index] ?? '', may_act: false }),
    );
  }
}
