import { addDays, addMonths, type CalendarDate } from '#domain/shared/dates.ts';
import { cameraFileName } from '#domain/shared/limits.ts';
import { imageColumns } from '#server/platform/files/images.ts';
import type { Catalog } from './catalog.ts';
import type { Place } from './companies.ts';
import { makeFamilies } from './households.ts';
import { addPortraits, type Photo } from './portraits.ts';
import { at, seeded, type Random } from './random.ts';
import { findArea, firstNames, lastNames, memberNotes, prospectNotes } from './reference/people.ts';
import { photographed } from './reference/photographed.ts';
import type { Demo, DemoRows } from './rows.ts';
import { scenarios, scenariosFor, type Holding, type ScenarioName } from './scenarios.ts';
import { atLatest, minutesBefore, momentOn } from './time.ts';

export interface Person {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  home: Place;
  scenario: ScenarioName;
  holdings: Holding[];
  /** When they became a contact. */
  since: Date;
  /** This person's random numbers. */
  random: Random;
  /** For whom they pay. */
  family: readonly Person[];
  /** Who pays for them, if not themselves. */
  payer?: Person;
}

/** The contacts of all locations, some with a portrait. Adds the pictures to `files` by key. */
export async function seedContacts({ rows, places, catalog, files, now }: Omit<Demo, 'people'>): Promise<Person[]> {
  const people = everyone(places, catalog, now);
  makeFamilies(places, people);
  const photos = await addPortraits(people, files);
  for (const person of people) rows.contacts.push(contact(person, photos.get(person)));
  return people;
}

function everyone(places: readonly Place[], { plans }: Catalog, now: Date): Person[] {
  const names = unusedNames();
  return places.flatMap((home) => {
    const random = seeded(`people of ${home.key}`);
    const others = places.filter(({ id, companyId }) => companyId === home.companyId && id !== home.id);
    const sold = plans.filter(({ companyId, spec }) => companyId === home.companyId && spec.state !== 'unpublished');
    const portrayed = photographed.filter((person) => person.at === home.key);
    const shuffled = random.shuffled(scenariosFor(others.length, home.spec.contacts - portrayed.length));
    const all = [...portrayed, ...shuffled.map((scenario) => ({ name: names(), scenario, newcomer: false }))];
    const numbers = random.shuffled(findArea(home.key).areaCodes.flatMap(fictionalNumbers));
    return all.map(({ name, scenario, newcomer = false }, index): Person => {
      const own = seeded(`person ${home.key} ${name}`);
      const holdings = scenarios[scenario]({ home, others, plans: sold, random: own, now, newcomer });
      const since = firstSeen(home, holdings, own, now);
      const [firstName = '', lastName = ''] = name.split(' ');
      const email = `${firstName}.${lastName}@example.${own.pick(['com', 'net', 'org'])}`.toLowerCase();
      return {
        id: own.id(since),
        firstName,
        lastName,
        email,
        phone: at(numbers, index),
        home,
        scenario,
        holdings,
        since,
        random: own,
        family: [],
      };
    });
  });
}

/** Shortly before their first purchase; without one, within the last ten weeks. */
function firstSeen(home: Place, holdings: readonly Holding[], random: Random, now: Date): Date {
  const first = holdings[0];
  if (!first) return atLatest(now, momentOn(home.zone, addDays(home.today, -random.int(0, 70)), random.int(420, 1170)));
  return minutesBefore(
    first.boughtAt,
    random.chance(0.6) ? random.int(3, 25) : random.int(1, 12) * 24 * 60 + random.int(0, 90),
  );
}

/** A new name at each call; none is the name of a contact with a photo. */
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

/** 555-0100 to 555-0199 are reserved for fiction; the companies' own numbers are among the first fifty. */
const fictionalNumbers = (areaCode: string): string[] =>
  Array.from({ length: 50 }, (_, index) => `${areaCode}555${String(150 + index).padStart(4, '0')}`);

function contact(person: Person, photo: Photo | undefined): DemoRows['contacts'][number] {
  const { home, random, since } = person;
  const area = findArea(home.key);
  const { zipCode, streets } = random.pick(area.neighborhoods);
  // Leads have a phone number only.
  const hasDetails = person.holdings.length > 0 || random.chance(0.4);
  const emergency = hasDetails && random.chance(0.8);
  return {
    id: person.id,
    company_id: home.companyId,
    home_location_id: home.id,
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    phone: person.phone,
    date_of_birth: hasDetails ? birthday(person) : null,
    address: hasDetails
      ? `${random.int(100, 4890)} ${random.pick(streets)}${random.chance(0.3) ? `, Apt ${random.int(1, 24)}` : ''}`
      : '',
    city: hasDetails ? home.spec.city : '',
    state: hasDetails ? home.spec.state : '',
    zip_code: hasDetails ? zipCode : '',
    emergency_contact_name: emergency ? `${random.pick(firstNames)} ${person.lastName}` : '',
    emergency_contact_phone: emergency ? `${random.pick(area.areaCodes)}55501${random.int(50, 99)}` : '',
    notes: random.chance(0.3) ? random.pick(person.holdings.length > 0 ? memberNotes : prospectNotes) : '',
    ...imageColumns(photo?.keys),
    image_file_name: photo ? cameraFileName : null,
    image_file_size: photo?.size ?? null,
    image_uploaded_at: photo ? since : null,
    member_through: null,
    created_at: since,
    updated_at: since,
    archived_at: null,
    tags: pickTags(person),
  };
}

/** A few members have one or two tags, from their own random numbers. */
function pickTags({ id, holdings }: Person): string[] {
  const random = seeded(`tags of ${id}`);
  return holdings.length > 0 && random.chance(0.3) ? random.shuffled(demoTags).slice(0, random.int(1, 2)) : [];
}

const demoTags = ['Early bird', 'Student', 'Corporate', 'Personal training', 'VIP'];

function birthday({ home, holdings, random }: Person): CalendarDate {
  const [least, most] = holdings.at(-1)?.plan.spec.ages ?? [18, 70];
  return addDays(addMonths(home.today, -12 * random.int(least, most)), -random.int(1, 364));
}
