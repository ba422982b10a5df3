import sharp from 'sharp';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { createPayingGym } from '#tests/support/payingGym.ts';
import type { Caller, Reply, TestServer } from '#tests/support/server.ts';
import type { StripeDouble } from '#tests/support/stripe/double.ts';

/** A call of each writing route by its operation, the action that it logs, and the actor if it is not the admin. */
export type Writes = Record<string, { call: () => Promise<Pick<Reply, 'status'>>; action: string; by?: string }>;
export type WritingGym = Awaited<ReturnType<typeof writingGym>>;

/** A gym whose admin calls every writing route. */
export async function writingGym(server: TestServer, stripe: StripeDouble) {
  const gym = await createPayingGym(server, stripe);
  return {
    server,
    gym,
    /** Another account of the company at Stripe. */
    otherAccount: stripe.open('OtherAccount'),
    admin: gym.by.admin,
    photo: await sharp({ create: { width: 20, height: 20, channels: 3, background: '#456' } })
      .jpeg()
      .toBuffer(),
    at: () => ({ locationId: gym.locationId }),
    ofCompany: () => ({ companyId: gym.companyId }),
    /** Today's date at the gym, or that of some days later. */
    inDays: (days: number) => addDays(todayIn(gym.timezone, server.clock.now), days),
  };
}

export const key = () => ({ 'idempotency-key': crypto.randomUUID() });

/** Cancels a purchase by its key. */
export async function canceled(admin: Caller, path: string, purchase: object, body: object) {
  const headers = key();
  await admin.post(path, { body: purchase, headers });
  return admin.post(`${path}/cancel`, { body, headers });
}
