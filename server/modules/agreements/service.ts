import type { AgreementRow } from '#server/platform/database/schema.ts';
import { v7 as uuid } from 'uuid';
import type { AgreementCreateFields, AgreementListQuery, AgreementUpdateBody } from '#domain/agreements/contract.ts';
import { changesBetween, logActivity, logRecord } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { StoredPdf } from '#server/platform/files/pdfs.ts';
import { listPage } from '#server/platform/database/listPage.ts';
import { editConflict, requireUnchanged } from '#server/platform/http/optimisticLock.ts';
import { notFound, raise } from '#server/platform/http/problem.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { agreementsRepo, type VersionRow } from './repo.ts';
import { loggedAgreement } from './rows.ts';

const what = 'Agreement';

export function listAgreements(tx: Tx, scope: AccessScope, query: AgreementListQuery) {
  if (query.companyId) scope.requireCompany(query.companyId);
  const covered = { locationIds: scope.locationIds(query.locationId), companyIds: scope.companyIds(query.locationId) };
  return listPage(tx, query, { kind: 'agreement', ...covered }, (asked) => agreementsRepo(tx).page(asked, covered));
}

interface AgreementQuery {
  readonly companyId?: string | undefined;
  readonly locks?: boolean;
}

/** 404 for one outside of the caller's scope or, if a company is requested, outside of that company. */
export async function requireAgreement(
  tx: Tx,
  scope: AccessScope,
  id: string,
  { companyId, locks = false }: AgreementQuery = {},
): Promise<AgreementRow> {
  if (companyId) scope.requireCompany(companyId);
  const repo = agreementsRepo(tx);
  const row = requireAccess(scope, await (locks ? repo.forUpdate(id) : repo.one(id)), what);
  return companyId && row.company_id !== companyId ? raise(notFound(what)) : row;
}

/** Its location's, else the one in the body, else the caller's only one. */
export function companyFor(
  scope: AccessScope,
  { companyId, locationId }: Pick<AgreementCreateFields, 'companyId' | 'locationId'>,
): string {
  if (companyId) scope.requireCompany(companyId);
  if (!locationId) return companyId ?? scope.onlyCompany();
  const location = scope.requireLocation(locationId);
  return companyId && companyId !== location.companyId ? raise(notFound('Location')) : location.companyId;
}

export async function addAgreement(
  tx: Tx,
  scope: AccessScope,
  companyId: string,
  fields: AgreementCreateFields,
  pdf: StoredPdf | null,
) {
  const row = await agreementsRepo(tx).add({
    id: uuid(),
    company_id: companyId,
    location_id: fields.locationId ?? null,
    name: fields.name,
    description: fields.description ?? '',
    display_order: fields.displayOrder,
    archived_at: null,
    sign_again_at: null,
  });
  await logRecord(tx, scope.actor, loggedAgreement, { after: row });
  if (pdf) await writeVersion(tx, scope, row, pdf, 1);
  return row;
}

/** Only the fields in the body. A location must belong to the agreement's company. */
export async function changeAgreement(
  tx: Tx,
  scope: AccessScope,
  id: string,
  body: AgreementUpdateBody,
  companyId?: string,
) {
  await requireAgreement(tx, scope, id, { companyId });
  const before = (await agreementsRepo(tx).forNoKeyUpdate(id)) ?? raise(notFound(what));
  requireUnchanged('companyId', body.companyId, before.company_id, 'An agreement cannot be moved to another company');
  const { name, description, displayOrder, locationId } = body;
  if (locationId !== undefined)
    companyFor(scope, { companyId: before.company_id, locationId: locationId ?? undefined });
  const change = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description: description ?? '' }),
    ...(displayOrder !== undefined && { display_order: displayOrder }),
    ...(locationId !== undefined && { location_id: locationId }),
  };
  const after = (await agreementsRepo(tx).change(id, change, body.updatedAt)) ?? raise(editConflict());
  await logRecord(tx, scope.actor, loggedAgreement, { before, after });
  return after;
}

/** Concurrent uploads wait for the lock and get the next number. */
export async function addVersion(tx: Tx, scope: AccessScope, id: string, pdf: StoredPdf): Promise<AgreementRow> {
  const agreement = await requireAgreement(tx, scope, id, { locks: true });
  await writeVersion(tx, scope, agreement, pdf, await agreementsRepo(tx).nextNumber(id));
  return agreement;
}

/** One with a document that somebody may have agreed to is archived instead. */
export async function deleteAgreement(tx: Tx, scope: AccessScope, id: string, companyId?: string): Promise<void> {
  const before = await requireAgreement(tx, scope, id, { companyId, locks: true });
  await logRecord(tx, scope.actor, loggedAgreement, { before });
  const repo = agreementsRepo(tx);
  await ((await repo.hasHistory(id)) ? repo.archive(id) : repo.remove(id));
}

export async function requireVersion(tx: Tx, scope: AccessScope, id: string, companyId?: string): Promise<VersionRow> {
  if (companyId) scope.requireCompany(companyId);
  const row = requireAccess(scope, await agreementsRepo(tx).version(id), 'Agreement version');
  return companyId && row.company_id !== companyId ? raise(notFound('Agreement version')) : row;
}

async function writeVersion(
  tx: Tx,
  { actor }: AccessScope,
  agreement: AgreementRow,
  pdf: StoredPdf,
  number: number,
): Promise<void> {
  await agreementsRepo(tx).addVersion({
    id: uuid(),
    company_id: agreement.company_id,
    agreement_id: agreement.id,
    version_number: number,
    file_key: pdf.key,
    file_name: pdf.fileName,
    file_size: pdf.size,
    sha256: pdf.sha256,
  });
  await logActivity(tx, actor, {
    companyId: agreement.company_id,
    action: 'agreement.version-added',
    recordId: agreement.id,
    label: agreement.name,
    locationId: agreement.location_id,
    changes: changesBetween(null, { versionNumber: number, pdfFileName: pdf.fileName }),
  });
}
