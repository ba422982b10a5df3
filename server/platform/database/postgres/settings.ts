import { totalmem } from 'node:os';
import { platform } from 'node:process';

export type PostgresSettings = Readonly<Record<string, string | number>>;

const megabytes = totalmem() / 2 ** 20;

/** A commit is on disk before it is acknowledged. Sizes suit a shared machine with the data of one gym company. */
export const durable: PostgresSettings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: `${Math.round(Math.min(256, megabytes / 8))}MB`,
  effective_cache_size: `${Math.round(megabytes / 2)}MB`,
  max_wal_size: '1GB',
  // After a crash, one call in place of one for each file: on a busy disk those take longer than the whole recovery.
  ...(platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
};

export const throwaway: PostgresSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '128MB',
  max_connections: 200,
};

const common: PostgresSettings = {
  listen_addresses: '',
  port: 5432,
  unix_socket_permissions: '0700',
  max_connections: 100,
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  jit: 'off',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: 1.1,
  // For pg_basebackup and WAL archiving.
  wal_level: 'replica',
  max_wal_senders: 4,
  wal_compression: 'on',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  logging_collector: 'on',
  log_filename: 'postgresql-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
};

/** PostgreSQL reads the socket directory as a list, hence the quotes. */
export const asArguments = (settings: PostgresSettings, socketDirectory: string) =>
  Object.entries({
    ...common,
    ...settings,
    unix_socket_directories: `"${socketDirectory.replaceAll('"', '""')}"`,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
