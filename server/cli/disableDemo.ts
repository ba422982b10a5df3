import type { Config } from '#server/config.ts';
import { disablePublishedAccounts } from '#server/demo/publishedAccounts.ts';
import { withServices } from './withServices.ts';

/** Disables the demo accounts that still have the published password. Can run next to a server. */
export const disableDemo = (config: Config): Promise<void> =>
  withServices(config, async ({ database }) => {
    const disabled = await disablePublishedAccounts(database, new Date());
    for (const { email } of disabled) console.log(`${email} has no password any more, and is signed out`);
    if (disabled.length === 0) console.log('No demo account has the published password');
  });
