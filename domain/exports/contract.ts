import { z } from 'zod';
import { id, timestamp } from '#domain/shared/contract.ts';

/** How long an archive can be downloaded. */
export const exportHours = 24;

export const exportStatuses = ['waiting', 'running', 'completed', 'failed'] as const;

const companyExport = z
  .object({
    id,
    status: z.enum(exportStatuses),
    /** In percent. */
    progress: z.int(),
    askedBy: z.string(),
    createdAt: timestamp,
    finishedAt: timestamp.nullable(),
    /** The archive, as long as it can be downloaded. */
    url: z.string().optional(),
    /** In bytes. */
    size: z.int().optional(),
    expiresAt: timestamp.nullable(),
  })
  .meta({ id: 'CompanyExport' });
export type CompanyExport = z.output<typeof companyExport>;

export const companyExportResponse = z.object({ export: companyExport }).meta({ id: 'CompanyExportResponse' });
export type CompanyExportResponse = z.output<typeof companyExportResponse>;

/** The newest first. */
export const companyExports = z.object({ exports: z.array(companyExport) }).meta({ id: 'CompanyExports' });
export type CompanyExports = z.output<typeof companyExports>;
