import type { Tx } from '#server/db/database.ts';
import { badRequest } from '#server/http/problem.ts';
import { companySettings } from '#server/settings/companySettings.ts';

/** Refuses a payment by a method that the company's settings do not name. */
export async function requireOtherMethod(tx: Tx, companyId: string, otherMethod: string | undefined): Promise<void> {
  if (otherMethod === undefined) return;
  const { otherMethods } = (await companySettings(tx, companyId)).payments;
  if (otherMethods.includes(otherMethod)) return;
  const message =
    otherMethods.length > 0
      ? `${otherMethod} is not a payment method of this company. Choose one of: ${otherMethods.join(', ')}`
      : 'This company has no other payment methods. Add one in the settings';
  throw badRequest(message, { otherMethod: message });
}
