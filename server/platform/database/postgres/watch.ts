import { Client } from 'pg';

/** An idle connection ends at the moment its postmaster does, so nothing has to be polled. */
export async function watch(connectionString: string, onGone: () => void): Promise<{ stop(): Promise<void> }> {
  const client = new Client({ connectionString, application_name: 'spotter watch' });
  let watching = true;
  client.on('error', () => {});
  client.once('end', () => {
    if (watching) onGone();
  });
  await client.connect();
  return {
    stop: async () => {
      watching = false;
      await client.end();
    },
  };
}
