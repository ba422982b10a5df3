import { beforeEach } from 'vitest';
import { onlyMembersGym, type MembersGym } from './afterSale.ts';
import { collectingAt } from './collecting.ts';
import { memberEmails } from './memberEmails.ts';
import { linksAt } from './payByLink.ts';
import { payingServer } from './payingGym.ts';

/** A server that begins each test of a file with a new gym, which `take` is given, and the requests about what is owed there. */
export async function membersDesk(take: (gym: MembersGym) => void) {
  const { stripe, server } = await payingServer();
  const emails = memberEmails(server);
  let gym: MembersGym;
  beforeEach(async () => {
    gym = await onlyMembersGym(server, stripe);
    take(gym);
  });
  const here = () => gym;
  const as = (level: keyof MembersGym['users']) => server.as(gym.users[level]);
  return { stripe, server, emails, links: linksAt(server, here), as, ...collectingAt(server, here) };
}
