import { checkinDecision, type CheckinMembership } from '#domain/checkins/checkinDecision.ts';
import { reasonTexts } from '#domain/checkins/reasons.ts';
import { addDays, startOfDay } from '#domain/shared/dates.ts';
import { frontDeskDoor } from '#domain/shared/limits.ts';
import type { Place } from './companies.ts';
import type { Holding, ScenarioName } from './scenarios.ts';
import type { Person } from './contacts.ts';
import { seeded, type Random } from './random.ts';
import type { Demo, DemoRows } from './rows.ts';
import { minutesBefore, momentOn } from './time.ts';

const visitDays = 35;

/** The busy hours of a day, by weight. */
const busyHours = { '6.5': 4, '9.5': 2, '12.2': 3, '17.8': 6, '19.3': 3, '22.5': 0.5, '3.5': 0.2 };
const weekendBusyHours = { '9': 4, '10.5': 5, '14': 2, '16.5': 2, '20': 0.5 };

const doors = { [frontDeskDoor]: 6, 'Main Entrance': 5, 'Side Entrance': 1, 'Parking Garage': 1 };

/** The share of contacts who come although they would be denied. */
const deniedVisitShare = 0.2;

/** Visits per week, by scenario. */
const perWeek: Readonly<Record<ScenarioName, [least: number, most: number]>> = {
  steady: [1, 5],
  contract: [1.5, 5],
  annual: [0.5, 4],
  pass: [2, 5],
  expired: [1, 3],
  declined: [2, 4],
  suspended: [1, 3],
  pending: [0.5, 2],
  elsewhere: [0.5, 1.5],
  none: [0, 0.5],
};

/** Five weeks of check-ins up to now, each granted or denied by the rules as of its time. */
export function seedCheckins({ rows, places, people, now }: Demo): void {
  for (const person of people) {
    const random = seeded(`visits of ${person.email}`);
    const [least, most] = perWeek[person.scenario];
    const often = (least + random.next() * (most - least)) / 7;
    const busyHour = random.weighted(busyHours);
    const reachable = places.filter(
      ({ companyId, id }) => companyId === person.home.companyId && id !== person.home.id,
    );
    for (let ago = 0; ago < visitDays; ago += 1) {
      if (!random.chance(often)) continue;
      const time = pickTime(person.home, ago, busyHour, random);
      const isVisiting = hasCompanyWidePlan(person) && reachable.length > 0 && random.chance(0.05);
      const place = isVisiting ? random.pick(reachable) : person.home;
      if (time >= now || time <= person.since) continue;
      if (decide(person, place, time).granted || random.chance(deniedVisitShare))
        checkIn(rows, person, place, time, random);
    }
  }
  for (const place of places) justNow(rows, place, people, now);
}

function pickTime(home: Place, ago: number, busyHour: keyof typeof busyHours, random: Random): Date {
  const day = addDays(home.today, -ago);
  const weekend = [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());
  const usualMinute = Number(weekend ? random.weighted(weekendBusyHours) : busyHour) * 60;
  // The sum of three random numbers is bell-shaped: most come within half an hour of their usual time.
  const off = (random.next() + random.next() + random.next() - 1.5) * 80;
  return momentOn(home.zone, day, Math.max(1, usualMinute + off));
}

const hasCompanyWidePlan = ({ holdings }: Person) => holdings.some(({ plan }) => plan.placeId === null);

/** The most recent check-ins: the last minutes, and one of each reason for a denial. */
function justNow(rows: DemoRows, place: Place, people: readonly Person[], now: Date): void {
  const random = seeded(`just now at ${place.key}`);
  const locals = people.filter(({ home }) => home === place);
  const last: [ScenarioName, minutesAgo: number][] = [
    ['steady', 2],
    ['contract', 9],
    ['steady', 17],
    ['suspended', 26],
    ['none', 118],
    ['expired', 305],
    ['elsewhere', 547],
    ['pending', 1490],
  ];
  for (const [scenario, minutesAgo] of last) {
    const time = minutesBefore(now, minutesAgo + random.next());
    const some = locals.filter(
      (person) => person.scenario === scenario && person.since < time && !wasThere(rows, person, time),
    );
    if (some.length > 0) checkIn(rows, random.pick(some), place, time, random);
  }
}

const wasThere = (rows: DemoRows, { id }: Person, time: Date): boolean =>
  rows.checkins.some(
    (checkin) => checkin.contact_id === id && Math.abs(Number(checkin.checkin_time) - Number(time)) < 3_600_000,
  );

function decide({ holdings }: Person, place: Place, time: Date) {
  const memberships = holdings.filter(({ boughtAt }) => boughtAt <= time).map((holding) => describeOn(holding, time));
  return checkinDecision(memberships, { id: place.id, zone: place.zone }, time);
}

function checkIn(rows: DemoRows, person: Person, place: Place, time: Date, random: Random): void {
  const decision = decide(person, place, time);
  const door = random.weighted(doors);
  rows.checkins.push({
    id: random.id(time),
    company_id: place.companyId,
    location_id: place.id,
    contact_id: person.id,
    checkin_time: time,
    access_granted: decision.granted,
    reason: decision.granted ? null : reasonTexts[decision.code],
    door_name: door,
    created_by: door === frontDeskDoor ? random.pick(place.staff) : null,
  });
}

/** The membership at that time: with the periods paid by then, not yet suspended. */
function describeOn({ plan, place, start, ends, contractEnd, suspendedAt }: Holding, time: Date): CheckinMembership {
  const paid = ends.filter((_, index) => index === 0 || startOfDay(place.zone, ends[index - 1] ?? start) <= time);
  return {
    locationId: plan.placeId,
    accessEnabled: suspendedAt === null || time < suspendedAt,
    startDate: start,
    endDate: paid.at(-1) ?? null,
    contractEndDate: contractEnd,
  };
}
