/**
 * Backups of the whole installation: by command, and each night where BACKUP_DIR is set. What `restore` and `verify-backup` of
 * the command line read is written here.
 * Table: last_backup.
 */
import type { Module } from '#server/platform/module.ts';
import { backupRoutes } from './routes.ts';

export const backups: Module = {
  routes: [backupRoutes],
};

export { placesIn, readManifest, type Manifest, type SavedTable, type Written } from './manifest.ts';
export { backUpNightly, type BackupSchedule } from './nightlyBackup.ts';
export { isBackupLate, recordBackup } from './repo.ts';
export { fileColumns, listOurTables, listRanMigrations } from './tables.ts';
export { describeManifest, writeBackup } from './writeBackup.ts';
export { measure } from './writeChecked.ts';
