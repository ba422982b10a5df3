import { displayPhone } from '#domain/shared/phone.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { readCompanySettings } from '#server/modules/settings/index.ts';
import type { EmailSender } from '#server/platform/email/layout.ts';

/** The gym, its location, and its receipt details. Without a location, the first one. */
export async function findSender(tx: Tx, companyId: string, locationId?: string): Promise<EmailSender> {
  const place = await tx
    .selectFrom('companies as o')
    .leftJoin('locations as l', (join) => {
      const ofCompany = join.onRef('l.company_id', '=', 'o.id');
      return locationId === undefined
        ? ofCompany.on('l.archived_at', 'is', null)
        : ofCompany.on('l.id', '=', locationId);
    })
    .select(['o.name', 'l.name as locationName', 'l.timezone', 'l.address', 'l.city', 'l.state', 'l.zip_code'])
    .select(['l.phone', 'l.email', 'o.phone as companyPhone', 'o.email as companyEmail'])
    .where('o.id', '=', companyId)
    .orderBy('l.created_at')
    .orderBy('l.id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { receipts } = await readCompanySettings(tx, companyId);
  const { name, locationName, timezone, address, city, state, zip_code, phone, email, companyPhone, companyEmail } =
    place;
  return {
    ...receipts,
    name,
    locationName: locationName ?? name,
    timezone: timezone || 'UTC',
    address: [address, city, [state, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    phone: displayPhone(phone || companyPhone),
    email: email || companyEmail,
  };
}
