import type { Config } from '#server/config.ts';
import { RenewalsFailed, renewMemberships } from '#server/modules/contact-memberships/index.ts';
import { withServices } from './withServices.ts';

/** Can run next to servers. */
export const renew = (config: Config): Promise<void> =>
  withServices(config, async (services) => {
    const context = { ...services, config: { ...config, appSecret: services.appSecret }, clock: () => new Date() };
    const outcome = await renewMemberships(context).catch((error: unknown) => {
      if (error instanceof RenewalsFailed) return error;
      throw error;
    });
    const { charged, declined } = outcome instanceof RenewalsFailed ? outcome.charges : outcome;
    console.log(`Renewals: ${charged} charged, ${declined} declined or still at the bank`);
    if (outcome instanceof RenewalsFailed) throw outcome;
  });
