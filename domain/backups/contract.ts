import { z } from 'zod';

/** About the whole installation. `failedAt` is null unless the newest try failed, and `lastBackup` is null if there was never a try. */
export const lastBackupResponse = z
  .object({
    lastBackup: z
      .object({ completedAt: z.iso.datetime().nullable(), failedAt: z.iso.datetime().nullable() })
      .meta({ id: 'LastBackup' })
      .nullable(),
  })
  .meta({ id: 'LastBackupResponse' });
export type LastBackupResponse = z.output<typeof lastBackupResponse>;
