import { at, seeded } from './random.ts';
import type { Demo } from './rows.ts';
import { minutesBefore } from './time.ts';

const texts = [
  'Asked for a locker near the window. None free, call back in January.',
  'Forgot the bag in the changing room. Kept at the desk.',
  'Wants to try a personal training session next week.',
  'Sprained ankle, comes back when the doctor agrees.',
  'Brings a friend on Saturday for a tour.',
];

/** What the staff of each location wrote about some of its members in the last weeks. */
export function seedContactNotes({ rows, places, people, now }: Demo): void {
  for (const place of places) {
    const random = seeded(`contact notes of ${place.key}`);
    const members = people.filter(({ home, since, holdings }) => home === place && since < now && holdings.length > 0);
    for (const [index, person] of random.shuffled(members).slice(0, texts.length).entries()) {
      const author = random.pick(place.staff);
      const { first_name, last_name } = at(
        rows.users.filter(({ id }) => id === author),
        0,
      );
      const created_at = minutesBefore(now, 90 + index * 2_900);
      rows.contact_notes.push({
        id: random.id(created_at),
        company_id: place.companyId,
        contact_id: person.id,
        text: at(texts, index),
        author_id: author,
        author_name: `${first_name} ${last_name}`,
        created_at,
      });
    }
  }
}
