import { z } from 'zod';
import { isTimeZone } from '#domain/shared/timeZones.ts';
import { cashRoundings } from '#domain/invoices/cashRounding.ts';
import { levels } from '#domain/shared/access.ts';
import { salesTaxPercentMax, salesTaxPercentMin } from '#domain/shared/limits.ts';
import { address, changedAddress, newAddress } from '#domain/shared/address.ts';
import { companySummary } from '#domain/companies/contract.ts';
import { errorResponse, id, timestamp } from '#domain/shared/contract.ts';
import { listFields, expectedUpdatedAt, optionalId, requiredText, readOnlyFields } from '#domain/shared/fields.ts';
import { fee } from './feesContract.ts';

const nameRequired = 'Location name is required';
const taxOutOfBounds = `Sales tax rate must be between ${salesTaxPercentMin} and ${salesTaxPercentMax}`;
const taxDecimals = 'Sales tax rate takes at most two decimals';

/** The IANA name of a time zone, such as `Europe/Berlin`. */
export const timezone = requiredText('Timezone is required').refine(isTimeZone, 'Timezone is required');

/** Tolerates floating-point error. */
const isWhole = (value: number, factor: number) => Math.abs(value * factor - Math.round(value * factor)) < 1e-6;

export const salesTaxRate = z
  .number(taxOutOfBounds)
  .min(salesTaxPercentMin / 100, taxOutOfBounds)
  .max(salesTaxPercentMax / 100, taxOutOfBounds)
  .refine((fraction) => isWhole(fraction, 10_000), taxDecimals)
  .transform((fraction) => Math.round(fraction * 10_000) / 10_000);

const salesTaxPercent = z
  .number(taxOutOfBounds)
  .min(salesTaxPercentMin, taxOutOfBounds)
  .max(salesTaxPercentMax, taxOutOfBounds)
  .refine((percent) => isWhole(percent, 100), taxDecimals);

/** In cents. 0 means exact cash. */
const cashRounding = z.literal(cashRoundings, 'Choose how cash is rounded');

const prefixInvalid = 'Use 2 to 6 capital letters and digits, beginning with a letter';
const invoicePrefix = z
  .string(prefixInvalid)
  .trim()
  .toUpperCase()
  .nullable()
  .transform((text) => text || null)
  .refine((text) => text === null || /^[A-Z][A-Z0-9]{1,5}$/.test(text), prefixInvalid)
  .optional();

const location = z
  .object({
    id,
    companyId: id,
    name: z.string(),
    ...address,
    timezone: z.string(),
    /** A fraction: 0.0881 is 8.81%. */
    salesTaxRate: z.number(),
    cashRounding,
    /** How its invoice numbers begin, such as `CHI` for CHI-10423. Null: letters of its city or name. */
    invoicePrefix: z.string().nullable(),
    isActive: z.boolean(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Location' });
export type Location = z.output<typeof location>;

/** A location as other records show it. */
export const locationSummary = location
  .pick({ id: true, name: true, city: true, state: true, timezone: true })
  .meta({ id: 'LocationSummary' });
export type LocationSummary = z.output<typeof locationSummary>;

export const locationCreateBody = z
  .object({
    companyId: optionalId(),
    name: requiredText(nameRequired),
    ...newAddress,
    timezone: timezone.optional(),
    salesTaxRate: salesTaxRate.optional(),
    cashRounding: cashRounding.optional(),
    invoicePrefix,
    isActive: z.boolean().optional(),
  })
  .meta({ id: 'LocationCreate' });
export type LocationCreateBody = z.output<typeof locationCreateBody>;

const changeable = {
  name: requiredText(nameRequired).optional(),
  ...changedAddress,
  timezone: timezone.optional(),
  cashRounding: cashRounding.optional(),
  invoicePrefix,
  isActive: z.boolean().optional(),
  updatedAt: expectedUpdatedAt,
};

export const locationUpdateBody = z
  .object({ ...changeable, companyId: optionalId(), salesTaxRate: salesTaxRate.optional() })
  .meta({ id: 'LocationUpdate' })
  .register(readOnlyFields, listFields(location, z.object({ fees: z.array(fee) })));
export type LocationUpdateBody = z.output<typeof locationUpdateBody>;

/** The edit form. The tax rate is a percentage here; `domain/shared/percent.ts` converts it. */
export const locationForm = z.object({ ...changeable, salesTaxRate: salesTaxPercent });
export type LocationForm = z.output<typeof locationForm>;

const companyLocation = z.object({ location, company: companySummary }).meta({ id: 'CompanyLocation' });
const directLocationAccess = z
  .object({ location, company: companySummary, accessLevel: z.enum(levels) })
  .meta({ id: 'DirectLocationAccess' });

export const locationList = z
  .object({
    companyLocations: z.array(companyLocation),
    directLocationAccess: z.array(directLocationAccess),
  })
  .meta({ id: 'LocationList' });
export type LocationList = z.output<typeof locationList>;

export const locationDetail = z.object({ location, fees: z.array(fee) }).meta({ id: 'LocationDetail' });
export type LocationDetail = z.output<typeof locationDetail>;

export const locationResponse = z.object({ location, message: z.string() }).meta({ id: 'LocationResponse' });
export type LocationResponse = z.output<typeof locationResponse>;

/** A company's locations with the number of contacts who are members there. */
export const locationOverview = z
  .object({ locations: z.array(z.object({ location, members: z.int() })) })
  .meta({ id: 'LocationOverview' });
export type LocationOverview = z.output<typeof locationOverview>;

/** A 409 response to archiving a location: how many contacts have it as their home location, and what is not settled there. */
export const locationInUse = errorResponse
  .extend({
    contacts: z.int().optional(),
    drawers: z.int().optional(),
    invoices: z.int().optional(),
    parkedSales: z.int().optional(),
  })
  .meta({ id: 'LocationInUse' });
export type LocationInUse = z.output<typeof locationInUse>;
