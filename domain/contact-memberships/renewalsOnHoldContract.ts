import { z } from 'zod';
import { renewalMethods } from '#domain/memberships/membershipPlan.ts';
import { fromCents } from '#domain/shared/money.ts';
import { id, money, savedCard } from '#domain/shared/contract.ts';
import { dollars } from '#domain/shared/fields.ts';

/** One charge of the day on which renewals are activated. */
const chargeOnHold = z
  .object({
    contactMembershipId: id,
    contactId: id,
    contactName: z.string(),
    planName: z.string(),
    /** The last paid day. */
    endDate: z.iso.date(),
    /** With tax. */
    amount: money,
    renewsBy: z.enum(renewalMethods),
    /** The card that would be charged and has expired. */
    expiredCard: savedCard.nullish(),
  })
  .meta({ id: 'ChargeOnHold' });
export type ChargeOnHold = z.output<typeof chargeOnHold>;

/** Imported memberships whose renewal is on hold, and the charges of the first day if they are activated now. */
const renewalsOnHold = z
  .object({
    card: z.int(),
    manual: z.int(),
    /** Of the manual ones, those that are to renew by card and have none saved here. */
    withoutCard: z.int(),
    /** Memberships on hold that ended too long ago to be billed. */
    ended: z.int(),
    charges: z.array(chargeOnHold),
    chargeCount: z.int(),
    cardTotal: money,
    manualTotal: money,
    /** The totals that `POST` expects. */
    total: money,
  })
  .meta({ id: 'RenewalsOnHold' });
export type RenewalsOnHold = z.output<typeof renewalsOnHold>;

export const renewalsOnHoldResponse = z.object({ renewalsOnHold }).meta({ id: 'RenewalsOnHoldResponse' });
export type RenewalsOnHoldResponse = z.output<typeof renewalsOnHoldResponse>;

/** The total that was shown. Renewals are not activated if it has changed. */
export const activateRenewalsBody = z
  .object({ expectedTotal: dollars('Expected total must be an amount', fromCents(Number.MAX_SAFE_INTEGER)) })
  .meta({ id: 'ActivateRenewals' });
export type ActivateRenewalsBody = z.output<typeof activateRenewalsBody>;

export const activateRenewalsResponse = z
  .object({ message: z.string(), activated: z.int() })
  .meta({ id: 'ActivateRenewalsResponse' });
export type ActivateRenewalsResponse = z.output<typeof activateRenewalsResponse>;
