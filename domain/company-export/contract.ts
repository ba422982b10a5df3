import { z } from 'zod';

export const exportStatuses = ['waiting', 'running', 'ready', 'failed'] as const;

/** `progress` is a percentage. A ready one can be downloaded until `expiresAt`; `url` works for 15 minutes, and each response has a new one. */
const companyExport = z
  .object({
    id: z.uuid(),
    status: z.enum(exportStatuses),
    progress: z.int(),
    requestedBy: z.string(),
    requestedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    /** In bytes. */
    size: z.int().nullable(),
    url: z.string().optional(),
  })
  .meta({ id: 'CompanyExport' });
export type CompanyExport = z.output<typeof companyExport>;

export const exportResponse = z.object({ export: companyExport }).meta({ id: 'CompanyExportResponse' });
export type ExportResponse = z.output<typeof exportResponse>;

/** The newest, unless it has expired. */
export const latestExportResponse = z
  .object({ export: companyExport.nullable() })
  .meta({ id: 'LatestCompanyExportResponse' });
export type LatestExportResponse = z.output<typeof latestExportResponse>;
