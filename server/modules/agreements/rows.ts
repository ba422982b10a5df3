import type { AgreementRow } from '#server/platform/database/schema.ts';
import type { Agreement, AgreementSummary, AgreementVersion } from '#domain/agreements/contract.ts';
import type { LoggedKind } from '#server/modules/activity/index.ts';
import { signedUrls } from '#server/platform/files/signedUrls.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { VersionRow } from './repo.ts';

/** Signed; a browser saves it under the document's name. */
type DocumentUrl = (version: Pick<VersionRow, 'file_key' | 'file_name'>) => string;

export const toAgreementSummary = (row: AgreementRow): AgreementSummary => ({
  id: row.id,
  companyId: row.company_id,
  locationId: row.location_id,
  name: row.name,
  description: row.description || null,
  displayOrder: row.display_order,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

const toVersion = (row: VersionRow, urlOf: DocumentUrl): AgreementVersion => ({
  id: row.id,
  versionNumber: row.version_number,
  pdfFileName: row.file_name,
  pdfUrl: urlOf(row),
  createdAt: row.created_at.toISOString(),
});

export const toAgreement = (row: AgreementRow, versions: readonly VersionRow[], urlOf: DocumentUrl): Agreement => ({
  ...toAgreementSummary(row),
  versions: versions.map((version) => toVersion(version, urlOf)),
});

export const loggedAgreement: LoggedKind<AgreementRow> = {
  type: 'agreement',
  label: ({ name }) => name,
  locationId: (row) => row.location_id,
  fields: toAgreementSummary,
};

export function documentUrls({ config, clock }: Pick<AppContext, 'config' | 'clock'>): DocumentUrl {
  const urls = signedUrls(config.appSecret);
  return ({ file_key, file_name }) => urls.sign(file_key, clock(), file_name);
}
