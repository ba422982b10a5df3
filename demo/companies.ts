import { addDays, todayIn, type CalendarDate } from '#domain/shared/dates.ts';
import { harbor, ironPeak, type DemoCompany, type DemoFee, type DemoLocation } from './reference/gyms.ts';
import { demoColleagues, demoUsers } from './reference/users.ts';
import { at, seeded, type Random } from './random.ts';
import type { DemoRows } from './rows.ts';
import { momentOn } from './time.ts';

/** A location with the data that its sales and check-ins need. */
export interface Place {
  key: string;
  id: string;
  companyId: string;
  companyKey: string;
  companyName: string;
  spec: DemoLocation;
  zone: string;
  today: CalendarDate;
  fees: (DemoFee & { id: string })[];
  /** The staff at the desk. */
  staff: string[];
}

/** The first location of each company. */
export const headquarters = (places: readonly Place[]): Place[] =>
  places.filter(({ companyKey }, index) => places.findIndex((other) => other.companyKey === companyKey) === index);

export function seedCompanies(rows: DemoRows, now: Date, passwordHash: string): Place[] {
  const random = seeded('ground');
  const places = [ironPeak, harbor].flatMap((company, index) =>
    seedCompany(rows, company, now, 900 - index * 260, random),
  );
  for (const { email, firstName, lastName, adminOf, access = {} } of demoUsers) {
    const created_at = momentOn(at(places, 0).zone, addDays(at(places, 0).today, -600), 9 * 60);
    const id = random.id(created_at);
    rows.users.push({
      id,
      email,
      first_name: firstName,
      last_name: lastName,
      password_hash: passwordHash,
      email_verified_at: created_at,
      created_at,
      updated_at: created_at,
    });
    for (const place of places) {
      const level = access[place.key];
      if (level || place.companyKey === adminOf) place.staff.push(id);
      if (level) {
        const grant = { user_id: id, company_id: place.companyId, location_id: place.id };
        rows.location_access.push({ ...grant, access_level: level, created_at });
      }
    }
    for (const { companyId, companyKey } of headquarters(places)) {
      if (companyKey === adminOf) rows.company_admins.push({ user_id: id, company_id: companyId, created_at });
    }
  }
  for (const place of places) seedColleagues(rows, place, random);
  return places;
}

/** Users who are invited or disabled and have no password. */
function seedColleagues(
  rows: DemoRows,
  { key, id: location_id, companyId: company_id, zone, today }: Place,
  random: Random,
): void {
  for (const { email, firstName, lastName, status, daysAgo, level } of demoColleagues.filter(
    ({ at: home }) => home === key,
  )) {
    const created_at = momentOn(zone, addDays(today, -daysAgo), 10 * 60);
    const id = random.id(created_at);
    const isInvited = status === 'invited';
    const email_verified_at = isInvited ? null : created_at;
    rows.users.push({
      id,
      email,
      first_name: firstName,
      last_name: lastName,
      password_hash: null,
      email_verified_at,
      created_at,
      updated_at: created_at,
    });
    rows.location_access.push({ user_id: id, company_id, location_id, access_level: level, created_at });
    rows.company_users.push({
      company_id,
      user_id: id,
      status,
      invited_at: created_at,
      ...(isInvited && { invited_first_name: firstName, invited_last_name: lastName }),
      updated_at: created_at,
    });
  }
}

function seedCompany(rows: DemoRows, company: DemoCompany, now: Date, daysAgo: number, random: Random): Place[] {
  const first = at(company.locations, 0);
  const founded = momentOn(first.timezone, addDays(todayIn(first.timezone, now), -daysAgo), 10 * 60);
  const companyId = random.id(founded);
  const { address, city, state, zipCode } = first;
  rows.companies.push({
    id: companyId,
    name: company.name,
    email: company.email,
    phone: company.phone,
    address,
    city,
    state,
    zip_code: zipCode,
    country: 'USA',
    website: company.website,
    created_at: founded,
    updated_at: founded,
  });
  if (company.settings) {
    const { memberships, payments, receipts } = company.settings;
    rows.company_settings.push({
      company_id: companyId,
      memberships: JSON.stringify(memberships),
      payments: JSON.stringify(payments),
      receipts: JSON.stringify(receipts),
      updated_at: founded,
    });
  }
  return company.locations.map((spec, index) => {
    const opened = new Date(founded.getTime() + index * 150 * 86_400_000);
    const place: Place = {
      key: spec.key,
      id: random.id(opened),
      companyId,
      companyKey: company.key,
      companyName: company.name,
      spec,
      zone: spec.timezone,
      today: todayIn(spec.timezone, now),
      fees: spec.fees.map((fee, order) => ({ ...fee, id: random.id(new Date(opened.getTime() + order)) })),
      staff: [],
    };
    seedLocation(rows, place, opened);
    return place;
  });
}

function seedLocation(rows: DemoRows, { id, companyId, spec, fees }: Place, opened: Date): void {
  const { name, email, phone, address, city, state, zipCode, timezone, salesTaxRate } = spec;
  const own = { company_id: companyId, created_at: opened, updated_at: opened };
  rows.locations.push({
    ...own,
    id,
    name,
    email,
    phone,
    address,
    city,
    state,
    zip_code: zipCode,
    country: 'USA',
    timezone,
    sales_tax_rate: salesTaxRate,
    archived_at: null,
  });
  fees.forEach((fee, order) => {
    const created = new Date(opened.getTime() + order);
    rows.location_fees.push({
      ...own,
      created_at: created,
      updated_at: created,
      id: fee.id,
      location_id: id,
      name: fee.name,
      description: fee.description,
      type: fee.type,
      amount: fee.amount,
      is_active: fee.active,
    });
  });
}
