import { Client } from 'pg';
import { siblingUrl } from '../urls.ts';

const role = 'spotter';

/** Unlike postgres it is no superuser, so row-level security applies to it. */
export async function ensureOwner(adminUrl: string): Promise<string> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const roles = await client.query('select 1 from pg_roles where rolname = $1', [role]);
    if (roles.rowCount === 0) await client.query(`create role ${role} login createrole`);
    const databases = await client.query('select 1 from pg_database where datname = $1', [role]);
    if (databases.rowCount === 0) await client.query(`create database ${role} owner ${role}`);
  } finally {
    await client.end();
  }
  return siblingUrl(adminUrl, role, role);
}
