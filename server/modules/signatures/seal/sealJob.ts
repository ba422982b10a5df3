import { createHash } from 'node:crypto';
import { addMinutes } from 'date-fns';
import { sql } from 'kysely';
import { emailSignedAgreement } from '#server/modules/email-queue/index.ts';
import type { JobContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { newFileKey } from '#server/platform/files/store.ts';
import { readFile } from '../documents.ts';
import { signaturesRepo, type StoredSignature } from '../repo.ts';
import { toGuardian } from '../rows.ts';
import type { CertificateFacts } from './certificatePages.ts';
import { sealPdf } from './sealPdf.ts';
import { certificatesRepo, createCompanySigner } from './companyCertificate.ts';
import { createInstallationSigner } from './sealingKey.ts';

type Context = Pick<JobContext, 'database' | 'files' | 'clock' | 'config'>;

interface Due {
  readonly id: string;
  readonly company_id: string;
}

const documentsEach = 50;
/** A signature is sealed again after this time if the process that was sealing it was killed. */
const leaseMinutes = 10;
const longestPauseMinutes = 6 * 60;

/** Several processes may run it at once: each signature is claimed by one of them. One that fails is tried again, without end. */
export async function sealSignatures(context: Context, signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (;;) {
    const due = await findDueSignatures(context);
    if (due.length === 0) break;
    for (const signature of due) {
      if (signal?.aborted) return;
      await sealOne(context, signature).catch((error: unknown) => failures.push(error));
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} signatures could not be sealed`);
}

const findDueSignatures = ({ database, clock }: Context): Promise<Due[]> =>
  database.acrossCompanies((tx) =>
    tx
      .selectFrom('signatures')
      .select(['id', 'company_id'])
      .where('seal_due_at', '<=', clock())
      .orderBy('seal_due_at')
      .orderBy('id')
      .limit(documentsEach)
      .execute(),
  );

async function sealOne(context: Context, due: Due): Promise<void> {
  const { database, files, clock, config } = context;
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => database.scoped([due.company_id], work);
  const attempts = await inCompany((tx) => claim(tx, due.id, clock()));
  if (attempts === undefined) return;
  try {
    const { signature, facts, documentKey, certificate } = await database.readOnly([due.company_id], (tx) =>
      readFacts(tx, due.id, `${config.publicUrl}/verify`, clock()),
    );
    const document = await readFile(files, documentKey);
    if (!createHash('sha256').update(document).digest().equals(signature.document_sha256))
      throw new Error(`The PDF of the signature ${due.id} is not the one that was signed`);
    const { bytes, before, seal } = await sealPdf(
      document,
      facts,
      (await createCompanySigner(config, certificate, clock())) ?? (await createInstallationSigner(context)),
    );
    const fileKey = newFileKey(due.company_id, 'signatures', 'pdf');
    await files.put(fileKey, bytes);
    const isOurs = await inCompany(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('signatures')
        .set({
          file_key: fileKey,
          file_size: bytes.length,
          sealed_at: facts.sealedAt,
          sealed_sha256: hash(bytes),
          before_seal_sha256: hash(before),
          seal_sha256: hash(seal),
          seal_due_at: null,
        })
        .where('id', '=', due.id)
        .where('sealed_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 1n) await emailSignedAgreement(tx, signature, clock());
      return numUpdatedRows === 1n;
    });
    // Another process was faster after all.
    if (!isOurs) await files.remove(fileKey);
  } catch (error) {
    await inCompany((tx) => postpone(tx, due.id, addMinutes(clock(), Math.min(2 ** attempts, longestPauseMinutes))));
    throw error;
  }
}

/** Undefined when another process has it. */
async function claim(tx: Tx, id: string, now: Date): Promise<number | undefined> {
  const row = await tx
    .updateTable('signatures')
    .set({ seal_due_at: addMinutes(now, leaseMinutes), seal_attempts: sql`seal_attempts + 1` })
    .where('id', '=', id)
    .where('seal_due_at', '<=', now)
    .returning('seal_attempts')
    .executeTakeFirst();
  return row?.seal_attempts;
}

const postpone = (tx: Tx, id: string, until: Date) =>
  tx
    .updateTable('signatures')
    .set({ seal_due_at: until })
    .where('id', '=', id)
    .where('sealed_at', 'is', null)
    .execute();

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

async function readFacts(tx: Tx, id: string, verifyUrl: string, now: Date) {
  const signature = await signaturesRepo(tx).one(id);
  if (!signature) throw new Error(`There is no signature ${id}`);
  const { file_key: documentKey } = await tx
    .selectFrom('agreement_versions')
    .select('file_key')
    .where('id', '=', signature.agreement_version_id)
    .executeTakeFirstOrThrow();
  const { company, location, member } = await tx
    .selectFrom('contacts as c')
    .innerJoin('companies as o', 'o.id', 'c.company_id')
    .innerJoin('locations as l', 'l.id', 'c.home_location_id')
    .select(['o.name as company', 'l.name as location'])
    .select(sql<string>`c.first_name || ' ' || c.last_name`.as('member'))
    .where('c.id', '=', signature.contact_id)
    .executeTakeFirstOrThrow();
  const drawing = await tx
    .selectFrom('signature_drawings')
    .select('png')
    .where('signature_id', '=', id)
    .executeTakeFirst();
  const facts: CertificateFacts = {
    ...toFacts(signature),
    company,
    location,
    member,
    drawing: drawing?.png ?? null,
    sealedAt: now,
    verifyUrl,
  };
  return { signature, documentKey, facts, certificate: await certificatesRepo(tx).of(signature.company_id) };
}

const toFacts = (row: StoredSignature) => ({
  id: row.id,
  agreement: row.agreement_name,
  versionNumber: row.version_number,
  sha256: row.document_sha256.toString('hex'),
  size: row.document_size,
  name: row.name,
  guardian: toGuardian(row),
  method: row.method,
  witness: row.witness_name,
  emailedTo: row.emailed_to,
  consent: { text: row.consent_text, sha256: row.consent_sha256?.toString('hex') ?? '' },
  ticks: row.ticks,
  openedAt: row.opened_at,
  readToEndAt: row.read_to_end_at,
  signedAt: row.signed_at,
  timezone: row.timezone,
  ipAddress: row.ip_address,
  userAgent: row.user_agent,
});
