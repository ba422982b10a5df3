import {
  changedSettings,
  settingsDefaults,
  type CompanySettings,
  type SettingsChange,
} from '#domain/settings/companySettings.ts';
import { columns } from '#server/platform/database/schema.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { badRequest } from '#server/platform/http/problem.ts';

export async function readCompanySettings(tx: Tx, companyId: string): Promise<CompanySettings> {
  const row = await tx
    .selectFrom('company_settings')
    .select(columns.company_settings)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return toCompanySettings(row);
}

/** A row holds only the fields that were set. The rest follows the defaults. */
export const toCompanySettings = (row: SettingsChange | undefined): CompanySettings =>
  changedSettings(settingsDefaults, row ?? {});

export async function requireOtherMethod(tx: Tx, companyId: string, otherMethod: string | undefined): Promise<void> {
  if (otherMethod === undefined) return;
  const { otherMethods } = (await readCompanySettings(tx, companyId)).payments;
  if (otherMethods.includes(otherMethod)) return;
  const message =
    otherMethods.length > 0
      ? `${otherMethod} is not a payment method of this company. Choose one of: ${otherMethods.join(', ')}.`
      : 'This company has no other payment methods. Add one in the settings.';
  throw badRequest(message, { otherMethod: message });
}
