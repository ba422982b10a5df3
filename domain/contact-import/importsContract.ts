import { z } from 'zod';
import { id, timestamp } from '#domain/shared/contract.ts';
import { requiredId } from '#domain/shared/fields.ts';

export const importListQuery = z.object({ locationId: requiredId('Location is required') });

const pastImport = z
  .object({
    id,
    at: timestamp,
    importedBy: z.string(),
    imported: z.int(),
    /** Of those, how many an undo would remove. */
    unused: z.int(),
  })
  .meta({ id: 'PastImport' });
export type PastImport = z.output<typeof pastImport>;

export const importList = z.object({ imports: z.array(pastImport) }).meta({ id: 'ImportList' });
export type ImportList = z.output<typeof importList>;

export const importUndoResponse = z
  .object({ message: z.string(), removed: z.int() })
  .meta({ id: 'ImportUndoResponse' });
export type ImportUndoResponse = z.output<typeof importUndoResponse>;
