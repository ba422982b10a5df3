import type { Config } from '#server/config.ts';
import { renewMemberships } from '#server/payments/renewals.ts';
import { onGround } from './onGround.ts';

/** Charges what is due for renewal now, beside running servers too. */
export const renew = (config: Config): Promise<void> =>
  onGround(config, async (ground) => {
    const deps = { ...ground, config: { ...config, appSecret: ground.appSecret }, clock: () => new Date() };
    const { charged, declined } = await renewMemberships(deps);
    console.log(`Renewals: ${charged} charged, ${declined} declined or still at the bank`);
  });
