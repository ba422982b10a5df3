import type { Config } from '#server/config.ts';
import { backup } from './backup.ts';
import { createAdmin } from './createAdmin.ts';
import { demo, disableDemo } from './demo.ts';
import { withNewServices } from './withServices.ts';
import { importCompany } from './importCompany.ts';
import { withoutArguments } from './readArguments.ts';
import { renew } from './renew.ts';
import { resetSecondFactor } from './resetSecondFactor.ts';
import { restore } from './restore.ts';
import { verifyBackup } from './verifyBackup.ts';
import { verifyAllLedgers } from './verifyLedger.ts';
import { verifySignature } from './verifySignature.ts';

interface Command {
  readonly use: string;
  readonly meaning: string;
  run(config: Config, args: string[]): Promise<void>;
}

export const commands: readonly Command[] = [
  {
    use: 'create-admin --email <address> --first-name <name> --last-name <name> (--company <new name> | --company-id <id>)',
    meaning: 'creates an admin of a new or existing company and prints a link to set the password',
    run: createAdmin,
  },
  {
    use: 'reset-second-factor --email <address>',
    meaning: 'removes two-step verification of a user who lost it and signs them out, also while Spotter is running',
    run: resetSecondFactor,
  },
  {
    use: 'migrate',
    meaning: 'migrates the database to the newest schema',
    run: withoutArguments((config) =>
      withNewServices(config, async () => console.log('The database has the newest schema')),
    ),
  },
  {
    use: 'demo',
    meaning: 'loads the demo companies into an empty database',
    run: withoutArguments(demo),
  },
  {
    use: 'disable-demo',
    meaning: 'removes the published password of the demo accounts and signs them out, also while Spotter is running',
    run: withoutArguments(disableDemo),
  },
  {
    use: 'backup <directory> [--without-files]',
    meaning: 'writes the database, its files and the secret to a new directory, also while Spotter is running',
    run: backup,
  },
  {
    use: 'verify-backup <directory>',
    meaning: 'checks every table and file of a backup against the recorded sizes and hashes',
    run: verifyBackup,
  },
  {
    use: 'restore <directory>',
    meaning: 'restores a backup into an empty database; Spotter must not be running',
    run: restore,
  },
  {
    use: 'import-company <file>',
    meaning: 'imports the archive of a company’s export into an empty Spotter',
    run: importCompany,
  },
  {
    use: 'renew',
    meaning: 'charges the memberships that are due for renewal, also while Spotter is running',
    run: withoutArguments(renew),
  },
  {
    use: 'verify-ledger',
    meaning:
      'compares the ledger with every invoice, payment, drawer and Z report, and what is stored for reports with its history, also while Spotter is running',
    run: withoutArguments(verifyAllLedgers),
  },
  {
    use: 'verify-signature <file>',
    meaning: 'says whether Spotter sealed this PDF, and whether it was changed since, also while Spotter is running',
    run: verifySignature,
  },
];
