import { ledgerDifferenceText } from '#domain/ledger/difference.ts';
import type { Config } from '#server/config.ts';
import { verifyLedger as findDifferences } from '#server/modules/ledger/index.ts';
import { StartupError } from '#server/platform/startupError.ts';
import { withServices } from './withServices.ts';

/** Archived companies too. Can run next to servers. */
export const verifyLedger = (config: Config): Promise<void> =>
  withServices(config, async ({ database }) => {
    const companies = await database.acrossCompanies((tx) =>
      tx.selectFrom('companies').select(['id', 'name']).orderBy('name').orderBy('id').execute(),
    );
    const lines: string[] = [];
    for (const { id, name } of companies) {
      const differences = await database.readOnly([id], (tx) => findDifferences(tx, id));
      lines.push(
        ...differences.map((difference) => `  ${name}: ${ledgerDifferenceText(difference)} (${difference.id})`),
      );
    }
    if (lines.length > 0) throw new StartupError(['The ledger disagrees:', ...lines].join('\n'));
    console.log('The ledger agrees with every invoice, payment and drawer');
  });
