import { totalmem } from 'node:os';

export type Settings = Readonly<Record<string, string | number>>;

const megabytes = totalmem() / 2 ** 20;

/** A commit is on the disk before it is acknowledged; sizes suit a shared machine with one gym company's data. */
export const durable: Settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: `${Math.round(Math.min(256, megabytes / 8))}MB`,
  effective_cache_size: `${Math.round(megabytes / 2)}MB`,
  max_wal_size: '1GB',
};

/** For tests only: nothing survives a power cut, and nothing has to. */
export const throwaway: Settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '128MB',
  max_connections: 200,
};

/** What holds for both: no TCP, UTC, short plans, and a week of logs that repeat nothing of what was written. */
export const common: Settings = {
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
  wal_level: 'minimal',
  max_wal_senders: 0,
  wal_compression: 'on',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  logging_collector: 'on',
  log_filename: 'postgresql-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
};

/** Gives the settings as command-line arguments; the socket's directory is a list to PostgreSQL, hence the quotes. */
export const asArguments = (settings: Settings, socketDirectory: string) =>
  Object.entries({ ...common, ...settings, unix_socket_directories: `"${socketDirectory.replaceAll('"', '""')}"` })
    .flatMap(([name, value]) => ['-c', `${name}=${value}`]);
