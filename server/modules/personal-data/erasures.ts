import { subYears } from 'date-fns';
import { sql } from 'kysely';
import { readCompanySettings } from '#server/modules/settings/index.ts';
import { deleteCustomer, runPerCompany, readStripeConfig } from '#server/modules/stripe/index.ts';
import type { JobContext } from '#server/platform/context.ts';
import { columns, type ContactErasureRow } from '#server/platform/database/schema.ts';
import { deleteLater } from '#server/platform/files/deletedFiles.ts';
import { listImageKeys } from '#server/platform/files/images.ts';
import { eraseAnswers } from './eraseAnswers.ts';
import { erasePerson } from './erasePerson.ts';
import { findRefusals } from './erasureRefusals.ts';
import { lockPerson } from './readPerson.ts';
import { withdrawArchives } from './withdrawArchives.ts';

/** Erases what is due. One that fails or is refused does not hold up the others, and is tried again. */
export async function runErasures(context: JobContext, signal: AbortSignal): Promise<void> {
  const { database, clock } = context;
  const due = await database.acrossCompanies((tx) =>
    tx
      .selectFrom('contact_erasures')
      .select(columns.contact_erasures)
      .where('erased_at', 'is', null)
      .where('due_at', '<=', clock())
      .orderBy('due_at')
      .orderBy('contact_id')
      .execute(),
  );
  const failures: unknown[] = [];
  for (const erasure of due) {
    if (signal.aborted) return;
    await erase(context, erasure).catch((error: unknown) => failures.push(error));
  }
  failures.push(...(await deleteCustomers(context, signal)));
  await removeAgreements(context, clock()).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} erasures have failed`);
}

async function erase(context: JobContext, { contact_id, company_id }: ContactErasureRow): Promise<void> {
  const { database, files, mailer, clock } = context;
  const erased = await database.scoped([company_id], async (tx) => {
    // The contact first, as a sale locks it. It may have been taken back meanwhile.
    const contact = await lockPerson(tx, contact_id);
    const erasure = await tx
      .selectFrom('contact_erasures')
      .select('due_at')
      .where('contact_id', '=', contact_id)
      .where('erased_at', 'is', null)
      .where('due_at', '<=', clock())
      .forUpdate()
      .executeTakeFirst();
    if (!contact || !erasure) return undefined;
    const refusals = await findRefusals(tx, contact_id, clock());
    if (refusals.length === 0) {
      const words = await erasePerson(tx, contact, clock());
      // Both can be repeated, and are when the transaction does not commit.
      await eraseAnswers(context, { companyId: company_id, contactId: contact_id, words });
      await mailer.forget?.(words);
      await withdrawArchives(tx, company_id, clock());
      return contact;
    }
    await tx
      .updateTable('contact_erasures')
      .set({ refusal: refusals.join(' ') })
      .where('contact_id', '=', contact_id)
      .execute();
    return undefined;
  });
  if (!erased) return;
  // The job that removes deleted files would wait for a day.
  for (const key of listImageKeys(erased)) if (key !== null) await files.remove(key);
}

/** The customers of erased contacts at Stripe, with their cards. A failure is tried again at the next run. */
async function deleteCustomers(context: JobContext, signal: AbortSignal): Promise<unknown[]> {
  const { database } = context;
  const rows = await database.acrossCompanies((tx) =>
    tx
      .selectFrom('stripe_customers as s')
      .innerJoin('contact_erasures as e', 'e.contact_id', 's.contact_id')
      .select(['s.company_id', 's.contact_id', 's.customer_id'])
      .where('e.erased_at', 'is not', null)
      .execute(),
  );
  return runPerCompany(context, {
    rows,
    signal,
    work: async ({ company_id, contact_id, customer_id }, stripe) => {
      // A company that took its keys away has no customers any more.
      if (stripe) await deleteCustomer(stripe, customer_id);
      else if (await readStripeConfig(database, company_id)) throw new Error('The Stripe key cannot be decrypted');
      await database.scoped([company_id], async (tx) => {
        await tx.deleteFrom('saved_cards').where('contact_id', '=', contact_id).execute();
        await tx.deleteFrom('stripe_customers').where('contact_id', '=', contact_id).execute();
      });
    },
  });
}

/** What erased contacts signed goes once the company's retention after the erasure has ended. The application itself cannot delete a signature. */
async function removeAgreements({ database }: JobContext, now: Date): Promise<void> {
  const companies = await database.acrossCompanies((tx) =>
    tx.selectFrom('contact_erasures').select('company_id').distinct().where('erased_at', 'is not', null).execute(),
  );
  for (const { company_id } of companies) {
    await database.acrossCompanies(async (tx) => {
      const { privacy } = await readCompanySettings(tx, company_id);
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
