import { beforeEach } from 'vitest';
import { diskStore } from '#server/platform/files/diskStore.ts';
import type { Email, Mailer } from '#server/platform/email/mailer.ts';
import { writeNotices } from '#server/modules/member-emails/notices.ts';
import { sendMemberEmails } from '#server/modules/member-emails/send.ts';
import type { TestServer } from './server.ts';

/** The emails to members of a server, for a test file that sends them itself. None waits when a test begins. */
export function memberEmails(server: TestServer) {
  const { database } = server;
  const files = diskStore(server.filesDirectory);
  const clock = () => server.clock.now;
  const sent: Email[] = [];
  const kept: Mailer = { send: async (mail) => void sent.push(mail), close: () => undefined };
  const everywhere = async () => database.everyCompany();
  beforeEach(async () => {
    await database.scoped(await everywhere(), (tx) => tx.deleteFrom('emails').execute());
  });
  return {
    /** Sends the emails that are due, and returns them. */
    send: async (mailer: Mailer = kept) => {
      await sendMemberEmails({ database, mailer, clock, config: server.config, files });
      return sent.splice(0);
    },
    notices: () => writeNotices({ database, clock }),
    rows: async () =>
      database.scoped(await everywhere(), (tx) =>
        tx.selectFrom('emails').selectAll().orderBy('created_at').orderBy('id').execute(),
      ),
    later: (minutes: number) => {
      server.advance({ minutes });
    },
  };
}
