import { Client } from 'pg';
import { takeAdvisoryLock } from './takeAdvisoryLock.ts';

/** Runs `work` while no other process runs anything under the same name on this database; others wait. */
export async function exclusively<T>(url: string, name: string, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: `spotter ${name}` });
  client.on('error', () => {});
  await client.connect();
  try {
    await takeAdvisoryLock(client, name);
    return await work();
  } finally {
    await client.end();
  }
}
