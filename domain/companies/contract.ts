import { z } from 'zod';
import { roles } from '#domain/shared/access.ts';
import { address, changedAddress, country, newAddress } from '#domain/shared/address.ts';
import { id, timestamp } from '#domain/shared/contract.ts';
import {
  listFields,
  expectedUpdatedAt,
  nullableText,
  optionalText,
  requiredText,
  readOnlyFields,
} from '#domain/shared/fields.ts';

const nameRequired = 'Company name is required';

export const companySummary = z.object({ id, name: z.string() }).meta({ id: 'CompanySummary' });
export type CompanySummary = z.output<typeof companySummary>;

const company = z
  .object({
    id,
    name: z.string(),
    ...address,
    website: z.string().nullable(),
    isActive: z.boolean(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Company' });
export type Company = z.output<typeof company>;

export const companyCreateBody = z
  .object({
    name: requiredText(nameRequired),
    ...newAddress,
    website: optionalText(),
    isActive: z.boolean().optional(),
  })
  .meta({ id: 'CompanyCreate' });
export type CompanyCreateBody = z.output<typeof companyCreateBody>;

export const companyUpdateBody = z
  .object({
    name: requiredText(nameRequired).optional(),
    ...changedAddress,
    /** A company may have none. */
    country: z.union([z.literal(''), country], 'Country is required').optional(),
    website: nullableText(),
    isActive: z.boolean().optional(),
    updatedAt: expectedUpdatedAt,
  })
  .meta({ id: 'CompanyUpdate' })
  .register(readOnlyFields, listFields(company, z.object({ role: z.enum(roles) })));
export type CompanyUpdateBody = z.output<typeof companyUpdateBody>;

export const companyList = z
  .object({ companies: z.array(z.object({ company, role: z.enum(roles) })) })
  .meta({ id: 'CompanyList' });
export type CompanyList = z.output<typeof companyList>;

export const companyResponse = z.object({ company, message: z.string().optional() }).meta({ id: 'CompanyResponse' });
export type CompanyResponse = z.output<typeof companyResponse>;

/** The holder of a link that is over asks here for another. */
export const linkCompany = z.object({ name: z.string(), email: z.string().nullable() });
export type LinkCompany = z.output<typeof linkCompany>;
