import type { PlanTerms } from '#domain/memberships/membershipPlan.ts';
import { addDays } from '#domain/shared/dates.ts';
import type { Place } from './companies.ts';
import { pictureColumns } from './itemPictures.ts';
import { at, seeded } from './random.ts';
import { plans as planSpecs, type DemoPlan } from './reference/plans.ts';
import { salesItems as itemSpecs, type DemoItem } from './reference/salesItems.ts';
import type { DemoRows } from './rows.ts';
import { momentOn } from './time.ts';

export interface Item {
  id: string;
  companyId: string;
  placeId: string;
  spec: DemoItem;
}

export interface Plan {
  id: string;
  created: Date;
  companyId: string;
  /** Null when company-wide. */
  placeId: string | null;
  terms: PlanTerms;
  spec: DemoPlan;
  /** Always charged with it. */
  required: Item[];
}

/** Of what is on the shelf. */
const lowStockLevel = 20;
/** What a product costs the gym, as a part of its price. */
const costShare = 0.45;

export interface Catalog {
  items: Item[];
  plans: Plan[];
}

export function seedCatalog(rows: DemoRows, places: readonly Place[]): Catalog {
  const random = seeded('catalogue');
  const items = itemSpecs.map((spec, order): Item => {
    const place = at(
      places.filter(({ key }) => key === spec.at),
      0,
    );
    const created_at = momentOn(place.zone, addDays(place.today, -400 + order * 3), 11 * 60 + order);
    const id = random.id(created_at);
    const item = { id, companyId: place.companyId, placeId: place.id, spec };
    rows.sales_items.push({
      id,
      company_id: place.companyId,
      location_id: place.id,
      name: spec.name,
      description: spec.description,
      price_cents: spec.cents,
      is_active: spec.state !== 'inactive',
      is_published: spec.state !== 'unpublished',
      is_physical_item: spec.stock !== undefined,
      inventory_quantity: spec.stock ?? 0,
      low_stock_level: spec.stock === undefined ? null : lowStockLevel,
      cost_cents: spec.stock === undefined ? null : Math.round(spec.cents * costShare),
      category: spec.category ?? null,
      barcode: spec.barcode ?? null,
      is_favorite: spec.isFavorite ?? false,
      ...pictureColumns(place.companyId, id, spec),
      created_at,
      updated_at: created_at,
      archived_at: null,
    });
    return item;
  });
  const plans = planSpecs.map((spec, order) => {
    const plan = addPlan(spec, order, places, items);
    rows.memberships.push(planRow(plan));
    addCharges(rows, plan, items);
    return plan;
  });
  return { items, plans };

  function addPlan(spec: DemoPlan, order: number, all: readonly Place[], sold: readonly Item[]): Plan {
    const headquarters = at(
      all.filter(({ companyKey }) => companyKey === spec.company),
      0,
    );
    const place = all.find(({ key }) => key === spec.at) ?? null;
    const created = momentOn(headquarters.zone, addDays(headquarters.today, -560 + order * 9), 14 * 60 + order);
    return {
      id: random.id(created),
      created,
      companyId: headquarters.companyId,
      placeId: place?.id ?? null,
      terms: {
        type: spec.type,
        contractLengthMonths: spec.contractMonths ?? null,
        billingFrequency: spec.billing,
        accessDurationDays: spec.accessDays ?? null,
        visitLimit: spec.visits ?? null,
        validFrom: spec.visits === undefined ? null : 'purchase',
      },
      spec,
      required: (spec.charges ?? []).filter(({ required }) => required).map(({ item }) => itemAt(sold, place, item)),
    };
  }

  function addCharges(all: DemoRows, plan: Plan, sold: readonly Item[]): void {
    const place = places.find(({ id }) => id === plan.placeId) ?? null;
    (plan.spec.charges ?? []).forEach(({ item, required }, display_order) => {
      all.membership_sales_items.push({
        id: random.id(plan.created),
        company_id: plan.companyId,
        membership_id: plan.id,
        sales_item_id: itemAt(sold, place, item).id,
        is_required: required,
        display_order,
        created_at: plan.created,
      });
    });
  }
}

const itemAt = (items: readonly Item[], place: Place | null, name: string): Item =>
  at(
    items.filter(({ placeId, spec }) => placeId === place?.id && spec.name === name),
    0,
  );

function planRow({ id, created, companyId, placeId, terms, spec }: Plan): DemoRows['memberships'][number] {
  return {
    id,
    company_id: companyId,
    location_id: placeId,
    name: spec.name,
    description: spec.description,
    type: terms.type,
    contract_length_months: terms.contractLengthMonths ?? null,
    price_cents: spec.cents,
    billing_frequency: terms.billingFrequency,
    access_duration_days: terms.accessDurationDays ?? null,
    visit_limit: terms.visitLimit ?? null,
    valid_from: terms.validFrom ?? null,
    is_published: spec.state !== 'unpublished',
    is_active: spec.state !== 'inactive',
    created_at: created,
    updated_at: created,
    archived_at: null,
  };
}

/** What a place sells most. */
export const listPopular = (items: readonly Item[], place: Place): Item[] =>
  items.filter(({ placeId, spec }) => placeId === place.id && spec.state === undefined && spec.popular);
