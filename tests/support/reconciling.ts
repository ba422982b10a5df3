import { addDays, todayIn } from '#domain/shared/dates.ts';
import { runReconciliations } from '#server/modules/reconciliations/run.ts';
import type { PayingGym } from './payingGym.ts';
import type { TestServer } from './server.ts';

/** The requests and the job of reconciliation for the current gym. */
export function reconcilingAt(server: TestServer, gymOf: () => PayingGym) {
  const { context } = server;
  const today = () => todayIn(gymOf().timezone, server.clock.now);
  const start = (period: { from?: string; to?: string } = {}, as: keyof PayingGym['by'] = 'admin', headers = {}) =>
    gymOf().by[as].post('/reconciliations', {
      body: { companyId: gymOf().companyId, from: today(), to: today(), ...period },
      headers,
    });
  const read = async (id: string) => (await gymOf().by.manager.get(`/reconciliations/${id}`)).body.reconciliation;
  return {
    context,
    today,
    start,
    read,
    run: () => runReconciliations(context),
    /** Starts a reconciliation, runs the job, and reads the result. */
    async reconciled(period: { from?: string; to?: string } = {}) {
      const { body } = await start(period);
      await runReconciliations(context);
      return read(body.reconciliation.id);
    },
    daysAgo: (days: number) => addDays(today(), -days),
  };
}
