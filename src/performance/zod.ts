import { config } from 'zod/v4';

/** Replaces `zod` in the browser: its compiled parsers try `eval`, which the content security policy forbids and reports. */
config({ jitless: true });
export * from 'zod/v4';
