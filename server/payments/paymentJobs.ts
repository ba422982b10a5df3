import type { JobRunner } from '#server/jobs/jobRunner.ts';
import { hearMissedRefunds } from './missedRefunds.ts';
import { renewMemberships } from './renewals.ts';
import type { PaymentDeps } from './stripeConfigs.ts';
import { sweepPayments } from './sweep.ts';

const minute = 60;

/** What looks after payments in the background. */
export function runPaymentJobs(jobs: JobRunner, deps: PaymentDeps): void {
  jobs.runEvery('payments', minute, (signal) => sweepPayments(deps, signal));
  jobs.runEvery('refunds', 15 * minute, (signal) => hearMissedRefunds(deps, signal));
  jobs.runEvery('renewals', 15 * minute, async (signal) => void (await renewMemberships(deps, signal)));
}
