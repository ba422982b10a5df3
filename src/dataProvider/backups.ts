import type { LastBackupResponse } from '#domain/backups/contract.ts';
import { http } from './http.ts';

export const readLastBackup = (signal: AbortSignal) => http<LastBackupResponse>('/last-backup', { signal });
