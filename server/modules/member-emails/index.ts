/**
 * The emails to members: their facts, read from the rows when they are sent, their text, and the sending.
 * `email-queue` owns their table. `notices.ts` queues those that a date causes.
 */
import { minute, type Module } from '#server/platform/module.ts';
import { emailPreviewRoutes } from './previewRoutes.ts';
import { writeNotices } from './notices.ts';
import { sendMemberEmails } from './send.ts';

export const memberEmails: Module = {
  routes: [emailPreviewRoutes],
  jobs: [
    { name: 'notices', seconds: 15 * minute, run: writeNotices },
    { name: 'emails', seconds: minute / 4, run: sendMemberEmails },
  ],
};
