import { addDays } from '#domain/rules/dates.ts';
import type { Catalogue } from './catalogue.ts';
import type { Place } from './ground.ts';
import { stories, storiesAt, type Holding, type StoryName } from './holdings.ts';
import { at, seeded, type Random } from './random.ts';
import { areaOf, firstNames, lastNames } from './reference/people.ts';
import { photographed } from './reference/photographed.ts';
import { atLatest, minutesBefore, momentOn } from './time.ts';

export interface Person {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  home: Place;
  story: StoryName;
  holdings: Holding[];
  /** Since when they are a contact. */
  since: Date;
  /** What is drawn about this person is drawn from here. */
  random: Random;
}

/** Every location's contacts with their names, numbers and stories. */
export function meet(places: readonly Place[], { plans }: Catalogue, now: Date): Person[] {
  const names = unusedNames();
  return places.flatMap((home) => {
    const random = seeded(`people of ${home.key}`);
    const others = places.filter(({ id, companyId }) => companyId === home.companyId && id !== home.id);
    const sold = plans.filter(({ companyId, spec }) => companyId === home.companyId && spec.state !== 'unpublished');
    const known = photographed.filter((person) => person.at === home.key);
    const cast = random.shuffled(storiesAt(others.length, home.spec.contacts - known.length));
    const everyone = [...known, ...cast.map((story) => ({ name: names(), story, newcomer: false }))];
    const numbers = random.shuffled(areaOf(home.key).areaCodes.flatMap(fictionalNumbers));
    return everyone.map(({ name, story, newcomer = false }, index): Person => {
      const own = seeded(`person ${home.key} ${name}`);
      const holdings = stories[story]({ home, others, plans: sold, random: own, now, newcomer });
      const since = firstSeen(home, holdings, own, now);
      const [firstName = '', lastName = ''] = name.split(' ');
      const email = `${firstName}.${lastName}@example.${own.pick(['com', 'net', 'org'])}`.toLowerCase();
      return { id: own.id(since), firstName, lastName, email, phone: at(numbers, index), home, story, holdings, since, random: own };
    });
  });
}

/** Some days or some minutes before they first bought something; of those who never did, within the last ten weeks. */
function firstSeen(home: Place, holdings: readonly Holding[], random: Random, now: Date): Date {
  const first = holdings[0];
  if (!first) return atLatest(now, momentOn(home.zone, addDays(home.today, -random.int(0, 70)), random.int(420, 1170)));
  return minutesBefore(first.boughtAt, random.chance(0.6) ? random.int(3, 25) : random.int(1, 12) * 24 * 60 + random.int(0, 90));
}

/** A new name at each call; none is that of somebody with a photo. */
function unusedNames(): () => string {
  const random = seeded('names');
  const used = new Set(photographed.map(({ name }) => name));
  return () => {
    for (;;) {
      const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`;
      if (!used.has(name)) {
        used.add(name);
        return name;
      }
    }
  };
}

/** 555-0100 to 555-0199 belong to nobody; the company's own are among the first fifty. */
const fictionalNumbers = (areaCode: string): string[] =>
  Array.from({ length: 50 }, (_, index) => `${areaCode}555${String(150 + index).padStart(4, '0')}`);
