import { z } from 'zod';
import { nullableExternalId } from '#domain/shared/fields.ts';
import { invoice } from './contract.ts';

/** Null or empty takes it away. */
export const invoiceExternalIdBody = z.object({ externalId: nullableExternalId() }).meta({ id: 'InvoiceExternalId' });

export const invoiceExternalIdResponse = z
  .object({ message: z.string(), invoice })
  .meta({ id: 'InvoiceExternalIdResponse' });
