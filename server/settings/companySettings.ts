import { changedSettings, settingsDefaults, type CompanySettings, type SettingsChange } from '#domain/rules/companySettings.ts';
import { columns } from '#server/db/columns.ts';
import type { Tx } from '#server/db/database.ts';

/** The settings of a company. One that never changed any has the defaults. */
export async function companySettings(tx: Tx, companyId: string): Promise<CompanySettings> {
  const row = await tx.selectFrom('company_settings').select(columns.company_settings).where('company_id', '=', companyId).executeTakeFirst();
  return settingsOf(row);
}

/** A row holds only the fields that were set. The rest follows the defaults. */
export const settingsOf = (row: SettingsChange | undefined): CompanySettings => changedSettings(settingsDefaults, row ?? {});
