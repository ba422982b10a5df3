import { addDays, addMonths, type CalendarDate } from '#domain/rules/dates.ts';
import { cameraFileName } from '#domain/rules/limits.ts';
import type { Person } from './people.ts';
import type { Photo } from './photos.ts';
import { areaOf, firstNames, memberNotes, prospectNotes } from './reference/people.ts';
import type { DemoRows } from './rows.ts';

/** The contacts' own rows. */
export function enrol(rows: DemoRows, people: readonly Person[], photos: ReadonlyMap<Person, Photo>): void {
  for (const person of people) rows.contacts.push(contact(person, photos.get(person)));
}

function contact(person: Person, photo: Photo | undefined): DemoRows['contacts'][number] {
  const { home, random, since } = person;
  const area = areaOf(home.key);
  const { zipCode, streets } = random.pick(area.neighborhoods);
  // Who only asked for a price left a number and no more.
  const known = person.holdings.length > 0 || random.chance(0.4);
  const emergency = known && random.chance(0.8);
  return {
    id: person.id,
    company_id: home.companyId,
    home_location_id: home.id,
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    phone: person.phone,
    date_of_birth: known ? birthday(person) : null,
    address: known ? `${random.int(100, 4890)} ${random.pick(streets)}${random.chance(0.3) ? `, Apt ${random.int(1, 24)}` : ''}` : '',
    city: known ? home.spec.city : '',
    state: known ? home.spec.state : '',
    zip_code: known ? zipCode : '',
    emergency_contact_name: emergency ? `${random.pick(firstNames)} ${person.lastName}` : '',
    emergency_contact_phone: emergency ? `${random.pick(area.areaCodes)}55501${random.int(50, 99)}` : '',
    notes: random.chance(0.3) ? random.pick(person.holdings.length > 0 ? memberNotes : prospectNotes) : '',
    image_original_key: photo?.keys.original ?? null,
    image_preview_key: photo?.keys.preview ?? null,
    image_thumbnail_key: photo?.keys.thumbnail ?? null,
    image_file_name: photo ? cameraFileName : null,
    image_file_size: photo?.size ?? null,
    image_uploaded_at: photo ? since : null,
    member_through: null,
    created_at: since,
    updated_at: since,
    archived_at: null,
  };
}

function birthday({ home, holdings, random }: Person): CalendarDate {
  const [least, most] = holdings.at(-1)?.plan.spec.ages ?? [18, 70];
  return addDays(addMonths(home.today, -12 * random.int(least, most)), -random.int(1, 364));
}
