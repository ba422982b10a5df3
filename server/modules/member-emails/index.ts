/**
 * The emails to members that `email-queue` has in the table `emails`: `facts.ts` reads what they are about when they are sent,
 * `texts.ts` has the words, with the lines of an invoice from `invoiceTexts.ts`, `send.ts` sends. `notices.ts` queues those that a date causes.
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
