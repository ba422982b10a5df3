import { ledgerDifferenceText } from '#domain/ledger/difference.ts';
import type { Config } from '#server/config.ts';
import { verifyStored } from '#server/modules/contact-memberships/index.ts';
import { verifyLedger } from '#server/modules/ledger/index.ts';
import { StartupError } from '#server/platform/explainError.ts';
import { withServices } from './withServices.ts';

/** Archived companies too. Can run next to servers. */
export const verifyAllLedgers = (config: Config): Promise<void> =>
  withServices(config, async ({ database }) => {
    const companies = await database.acrossCompanies((tx) =>
      tx.selectFrom('companies').select(['id', 'name']).orderBy('name').orderBy('id').execute(),
    );
    const ledger: string[] = [];
    const stored: string[] = [];
    for (const { id, name } of companies) {
      const [booked, forReports] = await database.readOnly([id], async (tx) => [
        await verifyLedger(tx, id),
        await verifyStored(tx, id),
      ]);
      ledger.push(...booked.map((difference) => `  ${name}: ${ledgerDifferenceText(difference)} (${difference.id})`));
      stored.push(
        ...forReports.map(
          ({ detail, contactMembershipId }) =>
            `  ${name}: ${detail}${contactMembershipId ? ` (${contactMembershipId})` : ''}`,
        ),
      );
    }
    if (ledger.length > 0) ledger.unshift('The ledger disagrees:');
    if (stored.length > 0) stored.unshift('What is stored for reports disagrees:');
    if (ledger.length + stored.length > 0) throw new StartupError([...ledger, ...stored].join('\n'));
    console.log(
      'The ledger agrees with every invoice, payment and drawer, and what is stored for reports with its history',
    );
  });
