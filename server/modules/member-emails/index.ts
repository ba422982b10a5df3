/**
 * The emails to members: their facts, read from the rows when they are sent, their text, and the sending.
 * Table: mails. `notices.ts` queues those that a date causes.
 */
import { minute, type Module } from '#server/platform/module.ts';
import { mailPreviewRoutes } from './previewRoutes.ts';
import { writeNotices } from './notices.ts';
import { sendMemberMails } from './send.ts';

export const memberEmails: Module = {
  routes: [mailPreviewRoutes],
  jobs: [
    { name: 'notices', seconds: 15 * minute, run: writeNotices },
    { name: 'mails', seconds: minute / 4, run: sendMemberMails },
  ],
};
