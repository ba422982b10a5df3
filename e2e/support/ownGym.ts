import argon2 from 'argon2';
import type { Database } from '#server/platform/database/database.ts';
import { builders } from '#tests/support/builders.ts';
import { gymRows } from '#tests/support/gym.ts';

export const password = 'demo-password';

/** As cheap to check as the library allows. */
export const passwordHash = () => argon2.hash(password, { memoryCost: 1024, timeCost: 2, parallelism: 1 });

export type OwnGym = Awaited<ReturnType<typeof ownGym>>;

/**
 * A company of the test's own, where nobody else changes anything: two locations in Denver, somebody at each level, the
 * member Ann Oakley, a monthly plan that is theirs, and water to sell.
 */
export async function ownGym(database: Database) {
  const gym = await gymRows(database, { passwordHash: await passwordHash() });
  await dismissChecklist(database, gym.companyId);
  const make = builders({ database }, gym);
  const member = { name: 'Ann Oakley', email: `ann-${gym.companyId}@member.test` };
  const contactId = await make.contact({ first_name: 'Ann', last_name: 'Oakley', email: member.email });
  const planId = await make.plan({ name: 'Unlimited' });
  await make.contactMembership(contactId, { membership_id: planId, membership_name: 'Unlimited' });
  const itemId = await make.salesItem({ name: 'Water' });
  return {
    ...gym,
    locationName: `${gym.companyName} North`,
    otherLocationName: `${gym.companyName} South`,
    make,
    contactId,
    member,
    planId,
    itemId,
  };
}

/** Most tests are about a company that has been at work for a while. */
const dismissChecklist = (database: Database, companyId: string) =>
  database.scoped([companyId], (tx) =>
    tx
      .insertInto('company_settings')
      .values({
        company_id: companyId,
        checklist: JSON.stringify({ dismissedAt: new Date().toISOString() }),
        updated_at: new Date(),
      })
      .execute(),
  );
