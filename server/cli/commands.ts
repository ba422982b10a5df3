import type { Config } from '#server/config.ts';
import { backup } from './backup.ts';
import { createAdmin } from './createAdmin.ts';
import { demo, disableDemo } from './demo.ts';
import { withNewServices } from './withServices.ts';
import { renew } from './renew.ts';
import { resetSecondFactor } from './resetSecondFactor.ts';
import { restore } from './restore.ts';
import { verifyBackup } from './verifyBackup.ts';

export interface Command {
  /** Command name and arguments. */
  readonly use: string;
  readonly meaning: string;
  run(config: Config, args: string[]): Promise<void>;
}

export const commands: readonly Command[] = [
  {
    use: 'create-admin --email <address> --first-name <name> --last-name <name> (--company <new name> | --company-id <id>)',
    meaning: 'makes an admin of a new company, or of one that is there; prints a link to set the password',
    run: createAdmin,
  },
  {
    use: 'reset-second-factor --email <address>',
    meaning: 'removes the second factor of a user who has lost it and signs them out, beside a running Spotter too',
    run: resetSecondFactor,
  },
  {
    use: 'migrate',
    meaning: 'brings the database to the newest schema',
    run: (config) => withNewServices(config, async () => console.log('The database has the newest schema')),
  },
  {
    use: 'demo',
    meaning: 'loads the demo companies into an empty database',
    run: demo,
  },
  {
    use: 'disable-demo',
    meaning: 'takes the published password from the demo accounts and signs them out, beside a running Spotter too',
    run: disableDemo,
  },
  {
    use: 'backup <directory> [--without-files]',
    meaning: 'writes the database, the files it names and the secret into a new directory, beside a running Spotter too',
    run: backup,
  },
  {
    use: 'verify-backup <directory>',
    meaning: 'checks every table and every file of a backup against what was written down when it was made',
    run: verifyBackup,
  },
  {
    use: 'restore <directory>',
    meaning: 'reads a backup into an empty database; Spotter must not be running',
    run: restore,
  },
  {
    use: 'renew',
    meaning: 'charges the memberships that are due for renewal, beside a running Spotter too',
    run: renew,
  },
];
