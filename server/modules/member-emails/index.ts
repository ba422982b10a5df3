export { writeNotices } from './notices.ts';
export { mailPreviewRoutes } from './previewRoutes.ts';
export { sendMemberMails } from './send.ts';
