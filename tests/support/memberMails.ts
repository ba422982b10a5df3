import { beforeEach } from 'vitest';
import type { Mail, Mailer } from '#server/platform/email/mailer.ts';
import { writeNotices } from '#server/modules/member-emails/notices.ts';
import { sendMemberMails } from '#server/modules/member-emails/send.ts';
import type { TestServer } from './server.ts';

/** The mails to members of a server, for a test file that sends them itself. None waits when a test begins. */
export function memberMails(server: TestServer) {
  const { database } = server;
  const clock = () => server.clock.now;
  const sent: Mail[] = [];
  const kept: Mailer = { send: async (mail) => void sent.push(mail), close: () => undefined };
  const everywhere = async () => database.everyCompany();
  beforeEach(async () => {
    await database.scoped(await everywhere(), (tx) => tx.deleteFrom('mails').execute());
  });
  return {
    /** Sends the mails that are due, and returns them. */
    send: async (mailer: Mailer = kept) => {
      await sendMemberMails({ database, mailer, clock, config: server.config });
      return sent.splice(0);
    },
    notices: () => writeNotices({ database, clock }),
    rows: async () =>
      database.scoped(await everywhere(), (tx) =>
        tx.selectFrom('mails').selectAll().orderBy('created_at').orderBy('id').execute(),
      ),
    later: (minutes: number) => {
      server.clock.now = new Date(server.clock.now.getTime() + minutes * 60_000);
    },
  };
}
