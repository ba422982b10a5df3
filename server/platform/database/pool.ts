import { Pool, types as defaults, type CustomTypesConfig } from 'pg';
import { setUpSession, timeouts } from './session.ts';

export const defaultPoolSize = 20;
/** With fewer, jobs that hold one connection while they use another could deadlock. */
export const smallestPoolSize = 4;
export const largestPoolSize = 1_000;

const { builtins, getTypeParser } = defaults;
const textTypes = new Set<number>([builtins.DATE, builtins.NUMERIC]);
const [dates, texts] = [1182, 1009];

/** A `date`, an array of dates and a `numeric` stay text, and a `bigint` (mostly counts) becomes a number. */
const types: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (textTypes.has(oid)) return (value: string) => value;
    if (oid === builtins.INT8) return Number;
    return getTypeParser(oid === dates ? texts : oid, format as 'text');
  },
};

/** Connects with the role `spotter_app`, to which row-level security applies. Each connection is checked before its first use. */
export function openPool(url: string, size: number, onError: (error: Error) => void): Pool {
  const pool = new Pool({
    connectionString: url,
    max: size,
    types,
    application_name: 'spotter',
    connectionTimeoutMillis: timeouts.connect,
    query_timeout: timeouts.statement + timeouts.grace,
    onConnect: setUpSession,
  });
  // When both stop, PostgreSQL may be faster than a pool that closes its connections.
  pool.on('error', (error) => {
    if (!pool.ending) onError(error);
  });
  return pool;
}
