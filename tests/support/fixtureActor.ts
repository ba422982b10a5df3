import { operatorActor } from '#server/platform/http/actors.ts';

/** Books what a test writes as rows. Such an invoice need not agree with its postings. */
export const fixtureActor = { ...operatorActor, name: 'Fixture' };
