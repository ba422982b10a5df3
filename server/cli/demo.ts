import type { Config } from '#server/config.ts';
import { disablePublishedAccounts } from '#demo/publishedAccounts.ts';
import { StartupError } from '#server/platform/explainError.ts';
import { withNewServices, withServices } from './withServices.ts';

/** Can run next to a server. Does nothing when the database has users. */
export const demo = (config: Config): Promise<void> =>
  withNewServices(config, async (services) => {
    const { loadDemo, listDemoSignIns } = await import('#demo/loadDemo.ts');
    const loaded = await loadDemo({ ...services, now: new Date() });
    if (!loaded) throw new StartupError('The database is not empty: the demo is loaded into an empty one');
    for (const line of await listDemoSignIns(services.database)) console.log(line);
  });

/** Only accounts that still have the published password. Can run next to a server. */
export const disableDemo = (config: Config): Promise<void> =>
  withServices(config, async ({ database }) => {
    const disabled = await disablePublishedAccounts(database, new Date());
    for (const { email } of disabled) console.log(`${email} no longer has a password, and is signed out`);
    if (disabled.length === 0) console.log('No demo account has the published password');
  });
