import type { Readable } from 'node:stream';
import { columns } from '#server/platform/database/schema.ts';
import { logContact, loggedContact } from '#server/modules/contacts/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { safeFileName } from '#server/platform/files/fileName.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { zipStream, type ZipEntry } from '#server/platform/files/zip.ts';
import { addSections } from '#server/platform/pdf/sections.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { personSections } from './personSections.ts';
import { readPerson, type PersonRecords, requirePerson } from './readPerson.ts';

/** Everything that is kept about a contact: a PDF to read, a JSON file with every field, the photo, signatures and signed agreements. */
export async function buildPersonArchive(
  { database, files, clock }: AppContext,
  scope: AccessScope,
  contactId: string,
): Promise<{ readonly name: string; readonly body: Readable }> {
  const now = clock();
  const record = await database.scoped(scope.companies, async (tx) => {
    const contact = await requirePerson(tx, scope, contactId);
    await logContact(tx, scope.actor, contact, 'contact.data-exported');
    const { timezone } = await tx
      .selectFrom('locations')
      .select('timezone')
      .where('id', '=', contact.home_location_id)
      .executeTakeFirstOrThrow();
    return {
      label: loggedContact.label(contact),
      timezone,
      photo: contact.image_original_key,
      person: await readPerson(tx, contactId),
      ...(await readSignedFiles(tx, contactId)),
    };
  });
  const title = `Data of ${record.label}`;
  const entries = async function* (): AsyncGenerator<ZipEntry> {
    yield {
      path: 'data.pdf',
      body: await writePersonPdf(title, record.person, record.timezone),
      isCompressible: false,
    };
    yield { path: 'data.json', body: Buffer.from(JSON.stringify(toJson(record.person, now), null, 2)) };
    if (record.photo) yield* storedFile(files, record.photo, 'photo.webp');
    for (const { signature_id, png } of record.drawings)
      yield { path: `signatures/${signature_id}.png`, body: png, isCompressible: false };
    for (const { id, file_key } of record.agreements)
      if (file_key) yield* storedFile(files, file_key, `agreements/${id}.pdf`);
  };
  return { name: safeFileName(title, 'zip'), body: zipStream(entries(), now) };
}

const toJson = (person: PersonRecords, now: Date) => ({ exportedAt: now.toISOString(), ...Object.fromEntries(person) });

async function readSignedFiles(tx: Tx, contactId: string) {
  const agreements = await tx
    .selectFrom('signatures')
    .select(['id', 'file_key'])
    .where('contact_id', '=', contactId)
    .orderBy('id')
    .execute();
  const drawings = await tx
    .selectFrom('signature_drawings')
    .select(columns.signature_drawings)
    .where('signature_id', 'in', (db) => db.selectFrom('signatures').select('id').where('contact_id', '=', contactId))
    .execute();
  return { agreements, drawings };
}

async function writePersonPdf(title: string, person: PersonRecords, timezone: string): Promise<Uint8Array> {
  const { PDF } = await import('@libpdf/core');
  const pdf = PDF.create();
  await addSections(pdf, title, personSections(person, timezone));
  return pdf.save({ subsetFonts: true });
}

/** A file that is gone is left out. */
async function* storedFile(files: FileStore, key: string, path: string): AsyncGenerator<ZipEntry> {
  const file = await files.get(key);
  if (file) yield { path, body: file.body, isCompressible: false };
}
