import { z } from 'zod';
import { displayOrderMax } from '#domain/shared/limits.ts';
import { id, listQuery, pagination, queryId, syncFields, syncQuery, timestamp } from '#domain/shared/contract.ts';
import {
  listFields,
  nullableId,
  nullableNotes,
  optionalId,
  optionalNotes,
  expectedUpdatedAt,
  requiredText,
  wholeNumber,
  readOnlyFields,
} from '#domain/shared/fields.ts';

const agreementVersion = z
  .object({
    id,
    versionNumber: z.int(),
    pdfFileName: z.string(),
    pdfUrl: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: 'AgreementVersion' });
export type AgreementVersion = z.output<typeof agreementVersion>;

/** A row of the list, also used for the agreements of a plan. */
export const agreementSummary = z
  .object({
    id,
    companyId: id,
    locationId: id.nullable(),
    name: z.string(),
    description: z.string().nullable(),
    displayOrder: z.int(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'AgreementSummary' });
export type AgreementSummary = z.output<typeof agreementSummary>;

/** Versions are sorted newest first. */
const agreement = agreementSummary.extend({ versions: z.array(agreementVersion) }).meta({ id: 'Agreement' });
export type Agreement = z.output<typeof agreement>;

export const agreementPage = z
  .object({ agreements: z.array(agreementSummary), pagination, ...syncFields })
  .meta({ id: 'AgreementPage' });
export type AgreementPage = z.output<typeof agreementPage>;

const agreementSortColumns = ['name', 'createdAt'] as const;

export const agreementListQuery = z.strictObject({
  ...listQuery(z.enum(agreementSortColumns).default('createdAt'), 'desc'),
  companyId: queryId,
  ...syncQuery,
});
export type AgreementListQuery = z.output<typeof agreementListQuery>;

/** The company to read the agreement in. Defaults to the agreement's own. */
export const agreementScopeQuery = z.object({ companyId: queryId });

const name = requiredText('Agreement name is required');
const displayOrder = wholeNumber(0, displayOrderMax, 'Display order must be 0 or greater');

/** The add form. An empty location means company-wide. `domain/shared/uploads.ts` validates the PDF. */
export const agreementForm = z.object({
  name,
  description: optionalNotes(),
  displayOrder: displayOrder.default(0),
  locationId: optionalId(),
});

const digits = (value: unknown) => (typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value);

/** The text parts of the multipart body. All values are strings, so the display order is parsed. */
export const agreementCreateFields = agreementForm.extend({
  companyId: optionalId(),
  displayOrder: z.preprocess((value) => (value === '' ? undefined : digits(value)), displayOrder.default(0)),
});
export type AgreementCreateFields = z.output<typeof agreementCreateFields>;

export const agreementUpdateBody = z
  .object({
    companyId: optionalId(),
    name: name.optional(),
    description: nullableNotes(),
    displayOrder: displayOrder.optional(),
    locationId: nullableId(),
    updatedAt: expectedUpdatedAt,
  })
  .meta({ id: 'AgreementUpdate' })
  .register(readOnlyFields, listFields(agreement));
export type AgreementUpdateBody = z.output<typeof agreementUpdateBody>;

export const agreementVersionFields = z.object({ companyId: optionalId() });

/** The same forms with their file, as OpenAPI describes them. */
export const agreementUploadFields = agreementCreateFields
  .extend({ pdf: z.file().optional() })
  .meta({ id: 'AgreementUpload' });
export const agreementVersionUploadFields = agreementVersionFields
  .extend({ pdf: z.file() })
  .meta({ id: 'AgreementVersionUpload' });

export const agreementResponse = z
  .object({ agreement, message: z.string().optional() })
  .meta({ id: 'AgreementResponse' });
export type AgreementResponse = z.output<typeof agreementResponse>;

export const versionParams = z.object({ versionId: id });
export const agreementDownload = z.object({ url: z.string(), fileName: z.string() }).meta({ id: 'AgreementDownload' });
export type AgreementDownload = z.output<typeof agreementDownload>;
