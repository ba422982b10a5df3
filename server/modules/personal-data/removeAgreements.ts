import { subYears } from 'date-fns';
import { sql } from 'kysely';
import { companySettings } from '#server/modules/settings/index.ts';
import type { JobContext } from '#server/platform/context.ts';
import { deleteLater } from '#server/platform/files/deletedFiles.ts';

/** What erased contacts signed goes once the company's retention after the erasure has ended. The application itself cannot delete a signature. */
export async function removeAgreements({ database }: JobContext, now: Date): Promise<void> {
  const companies = await database.acrossCompanies((tx) =>
    tx.selectFrom('contact_erasures').select('company_id').distinct().where('erased_at', 'is not', null).execute(),
  );
  for (const { company_id } of companies) {
    await database.acrossCompanies(async (tx) => {
      const { privacy } = await companySettings(tx, company_id);
      const { rows } = await sql<{ file_key: string | null }>`
        delete from signatures s using contact_erasures e
         where e.company_id = ${company_id} and e.erased_at <= ${subYears(now, privacy.agreementYears)} and s.contact_id = e.contact_id
        returning s.file_key`.execute(tx);
      await deleteLater(
        tx,
        company_id,
        rows.map(({ file_key }) => file_key),
        now,
      );
    });
  }
}
