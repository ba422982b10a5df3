import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { hashFile, verdictText } from '#domain/signatures/verdict.ts';
import type { Verdict } from '#domain/signatures/verifyContract.ts';
import type { Config } from '#server/config.ts';
import { verifyHashes } from '#server/modules/signatures/index.ts';
import { StartupError } from '#server/platform/explainError.ts';
import { takeOnly } from './readArguments.ts';
import { withServices } from './withServices.ts';

/** Says what the page `/verify` says. A file that is not as it was sealed is a failure. */
export async function verifySignature(config: Config, args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const path = takeOnly(positionals, 'Name the file: verify-signature <file>');
  await withServices(config, async ({ database }) => {
    const bytes = await readFile(path).catch(() => {
      throw new StartupError(`${path} cannot be read`);
    });
    const hashes = await hashFile(bytes, async (part) => createHash('sha256').update(part).digest('hex'));
    const verdict = await verifyHashes(database, hashes);
    const { title, text } = verdictText(verdict);
    const lines = [`${title}. ${text}`, ...describe(verdict)].join('\n');
    if (!verdict.intact) throw new StartupError(lines);
    console.log(lines);
  });
}

const describe = ({ known, company, agreement, version, signedAt, signer }: Verdict): string[] =>
  known ? [`${agreement}, version ${version}, of ${company}`, `Signed ${signedAt} by ${signer}`] : [];
