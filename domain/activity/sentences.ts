import type { RecordType } from './contract.ts';

/** A field's value in words after some text: `say(' from ', 'frozenFrom')` is ' from Nov 24', or '' when it has no value. */
type Say = (lead: string, field: string) => string;
/** True when the field has a value after the change. */
type Has = (field: string) => boolean;
type Sentence = (record: string, say: Say, has: Has) => string;

const invoice = (description: string) => `the invoice ‘${description}’`;

/** Each action in words. The server can log no other. */
export const sentences = {
  'contact.created': (who) => `Added ${who}`,
  'contact.updated': (who) => `Changed ${who}`,
  'contact.deleted': (who) => `Deleted ${who}`,
  'contact.imported': (who) => `Imported ${who}`,
  'contact.restored': (who) => `Restored ${who}`,
  'contact.mail-retried': (who) => `Sent the failed email to ${who} again`,
  'contact.image-changed': (who) => `Changed the photo of ${who}`,
  'contact.image-removed': (who) => `Removed the photo of ${who}`,
  'contact.code-created': (who) => `Made a code for ${who}`,
  'contact.code-replaced': (who) => `Replaced the code of ${who}`,
  'contact.code-sent': (who, say) => `Emailed the code of ${who}${say(' to ', 'email')}`,
  'contact.note-added': (who, say) => `Added a note about ${who}${say(': ', 'note')}`,
  'contact.signing-link-sent': (who, say) =>
    `Emailed ${who} a link to sign${say(' ', 'agreements')}${say(' to ', 'email')}`,
  'contact.signing-link-created': (who, say) => `Made a link for ${who} to sign${say(' ', 'agreements')}`,
  'contact.card-saved': (who, say) => `Saved a card of ${who}${say(': ', 'card')}`,
  'contact.card-link-sent': (who, say) => `Emailed ${who} a link to save a card${say(' to ', 'email')}`,
  'contact.card-link-created': (who) => `Made a link for ${who} to save a card`,
  'contact.paper-agreement-added': (who, say) => `Uploaded${say(' ', 'agreement')}, signed on paper by ${who}`,
  'contact.agreement-signed': (who, say) => `${who} signed${say(' ', 'agreement')}`,
  'contact.blocked': (who, say) => `Blocked ${who}${say(' until ', 'until')}${say(': ', 'reason')}`,
  'contact.unblocked': (who) => `Unblocked ${who}`,
  'contact.data-exported': (who) => `Exported the data of ${who}`,
  'contact.erasure-asked': (who, say) => `Asked for the data of ${who} to be erased${say(' on ', 'dueAt')}`,
  'contact.erasure-canceled': (who) => `Took back the erasure of ${who}`,
  'contact.erased': (who) => `Erased the data of ${who}`,
  'contact.note-deleted': (who, say) => `Deleted a note about ${who}${say(': ', 'note')}`,

  'contact-membership.created': (held, say) =>
    `Booked the purchase of ${held}${say(' for ', 'purchasePrice')}${say(' from ', 'startDate')}`,
  'contact-membership.granted': (held) => `Granted ${held}`,
  'contact-membership.imported': (held) => `Imported ${held}`,
  'contact-membership.renewed': (held, say) => `Renewed ${held}${say(' through ', 'endDate')}`,
  'contact-membership.billed': (held) => `Billed the next period of ${held}`,
  'contact-membership.renewal-stopped': (held, say) =>
    `Turned renewal${say(' ', 'autoRenew')} for ${held}${say(': ', 'reason')}`,
  'contact-membership.renewal-changed': (held, say, has) =>
    has('autoRenew') ? `Turned renewal${say(' ', 'autoRenew')} for ${held}` : `Changed the renewal of ${held}`,
  'contact-membership.canceled': (held, say) =>
    `Canceled ${held}${say(' as of ', 'cancelsOn')}${say(': ', 'cancelReason')}`,
  'contact-membership.cancellation-undone': (held) => `Undid the cancellation of ${held}`,
  'contact-membership.ended': (held, say) => `Ended ${held}${say(' on ', 'endDate')}`,
  'contact-membership.plan-changed': (held) => `Changed the plan to ${held}`,
  'contact-membership.plan-change-planned': (held, say) =>
    `Planned to change ${held}${say(' to ', 'plannedPlan')}${say(' on ', 'plannedOn')}`,
  'contact-membership.plan-change-undone': (held) => `Undid the planned change of ${held}`,
  'contact-membership.frozen': (held, say) =>
    `Froze ${held}${say(' from ', 'frozenFrom')}${say(' until ', 'frozenUntil')}${say(': ', 'reason')}`,
  'contact-membership.freeze-changed': (held, say, has) =>
    has('frozenUntil')
      ? `Changed the freeze of ${held}${say(' to last until ', 'frozenUntil')}`
      : `Opened the end of the freeze of ${held}`,
  'contact-membership.freeze-removed': (held) => `Undid the freeze of ${held}`,
  'contact-membership.access-changed': (held, say) =>
    `Turned access${say(' ', 'accessEnabled')} for ${held}${say(': ', 'reason')}`,

  'household.created': (household, say) => `Added the household ${household}${say(', paid by ', 'payer')}`,
  'household.updated': (household) => `Changed the household ${household}`,
  'household.payer-changed': (household, say) => `Changed the payer of ${household}${say(' to ', 'payer')}`,
  'household.member-added': (household, say) => `Added${say(' ', 'member')} to ${household}`,
  'household.member-changed': (household, say) => `Changed${say(' ', 'member')} in ${household}`,
  'household.member-removed': (household, say) => `Removed${say(' ', 'member')} from ${household}`,
  'household.deleted': (household) => `Deleted the household ${household}`,

  'membership.created': (plan) => `Added the plan ${plan}`,
  'membership.updated': (plan) => `Changed the plan ${plan}`,
  'membership.deleted': (plan) => `Deleted the plan ${plan}`,
  'membership.charge-added': (plan, say) => `Added the charge${say(' ', 'salesItem')} to ${plan}`,
  'membership.charge-updated': (plan, say) => `Changed the charge${say(' ', 'salesItem')} of ${plan}`,
  'membership.access-hours-added': (plan, say) => `Added access hours to ${plan}${say(': ', 'hours')}`,
  'membership.access-hours-changed': (plan, say) => `Changed access hours of ${plan}${say(' to ', 'hours')}`,
  'membership.access-hours-removed': (plan, say) => `Removed access hours from ${plan}${say(': ', 'hours')}`,
  'membership.charge-removed': (plan, say) => `Removed the charge${say(' ', 'salesItem')} from ${plan}`,

  'sales-item.created': (item) => `Added ${item}`,
  'sales-item.updated': (item) => `Changed ${item}`,
  'sales-item.deleted': (item) => `Deleted ${item}`,
  'sales-item.stock-received': (item, say) => `Received${say(' ', 'quantity')} of ${item}${say(': ', 'note')}`,
  'sales-item.stock-counted': (item, say) => `Counted${say(' ', 'quantity')} of ${item}${say(': ', 'note')}`,
  'sales-item.image-changed': (item) => `Changed the picture of ${item}`,
  'sales-item.image-removed': (item) => `Removed the picture of ${item}`,

  'agreement.created': (agreement) => `Added ${agreement}`,
  'agreement.updated': (agreement) => `Changed ${agreement}`,
  'agreement.deleted': (agreement) => `Deleted ${agreement}`,
  'agreement.signing-repeated': (agreement) => `Asked everyone to sign ${agreement} again`,
  'agreement.version-added': (agreement, say) => `Added version${say(' ', 'versionNumber')} of ${agreement}`,

  'invoice.created': (text, say) => `Issued ${invoice(text)}${say(' for ', 'total')}`,
  'invoice.discounted': (text, say) =>
    `Discounted ${invoice(text)}${say(' by ', 'discountAmount')}${say(': ', 'reason')}`,
  'invoice.imported': (text) => `Imported ${invoice(text)}`,
  'invoice.payment-taken': (text, say) => `Took${say(' ', 'amount')} for ${invoice(text)}${say(' by ', 'method')}`,
  'invoice.card-payment-started': (text, say) =>
    `Started a card payment${say(' of ', 'amount')} for ${invoice(text)}${say(' by ', 'method')}`,
  'invoice.part-paid': (text) => `Booked a part payment of ${invoice(text)}`,
  'invoice.paid': (text) => `Booked ${invoice(text)} as paid`,
  'invoice.paid-for-nothing': (text, say) =>
    `Changed no membership${say(' of ', 'members')} with the payment of ${invoice(text)}, which had been given up: refund it`,
  'invoice.payment-failed': (text, say) => `A payment of ${invoice(text)} failed${say(': ', 'failureMessage')}`,
  'invoice.overdue': (text) => `Marked ${invoice(text)} as overdue`,
  'invoice.voided': (text, say) => `Voided ${invoice(text)}${say(': ', 'reason')}`,
  'invoice.written-off': (text, say) => `Wrote off ${invoice(text)}${say(': ', 'reason')}`,
  'invoice.refunded': (text, say) => `Refunded ${invoice(text)}${say(' by ', 'destination')}${say(': ', 'reason')}`,
  'invoice.refund-failed': (text, say) =>
    `A refund${say(' of ', 'amount')} for ${invoice(text)} failed${say(': ', 'reason')}`,
  'invoice.receipt-sent': (text, say) => `Emailed the receipt of ${invoice(text)}${say(' to ', 'email')}`,
  'invoice.external-id-changed': (text, say) => `Set the external id of ${invoice(text)}${say(' to ', 'externalId')}`,
  'invoice.payment-link-sent': (text, say) => `Emailed a payment link for ${invoice(text)}${say(' to ', 'email')}`,
  'invoice.payment-link-created': (text) => `Made a payment link for ${invoice(text)}`,
  'invoice.disputed': (text, say) =>
    `The cardholder disputed${say(' ', 'amount')} of ${invoice(text)}${say(': ', 'reason')}`,
  'invoice.dispute-answered': (text, say) => `Answered the dispute about ${invoice(text)}${say(' with: ', 'evidence')}`,
  'invoice.dispute-won': (text) => `The dispute about ${invoice(text)} was won`,
  'invoice.dispute-lost': (text) => `The dispute about ${invoice(text)} was lost`,

  'drawer.opened': (drawer, say) =>
    `Opened ${drawer}${say(' with ', 'float')}${say('; the last close counted ', 'lastCounted')}`,
  'drawer.cash-added': (drawer, say) => `Put${say(' ', 'amount')} into ${drawer}${say(': ', 'reason')}`,
  'drawer.cash-removed': (drawer, say) => `Took${say(' ', 'amount')} out of ${drawer}${say(': ', 'reason')}`,
  'drawer.closed': (drawer, say) => `Closed ${drawer}${say(' with ', 'counted')}`,

  'reconciliation.started': (days) => `Started the reconciliation of ${days}`,

  'location.created': (location) => `Added ${location}`,
  'location.updated': (location) => `Changed ${location}`,
  'location.deleted': (location) => `Deleted ${location}`,
  'location.fee-created': (location, say) => `Added the fee${say(' ', 'fee')} to ${location}`,
  'location.fee-updated': (location, say) => `Changed the fee${say(' ', 'fee')} of ${location}`,
  'location.fee-deleted': (location, say) => `Deleted the fee${say(' ', 'fee')} of ${location}`,
  'location.contacts-imported': (location, say) => `Imported${say(' ', 'contacts')} contacts into ${location}`,
  'location.import-undone': (location, say) =>
    `Undid an import into ${location}: removed${say(' ', 'contacts')} contacts`,
  'location.sale-parked': (location, say) =>
    `Parked a sale${say(' of ', 'total')}${say(' for ', 'customer')} at ${location}`,
  'location.parked-sale-resumed': (location, say) =>
    `Resumed the parked sale${say(' of ', 'total')}${say(' for ', 'customer')} at ${location}`,
  'location.parked-sale-discarded': (location, say) =>
    `Discarded the parked sale${say(' of ', 'total')}${say(' for ', 'customer')} at ${location}`,

  'company.certificate-uploaded': (company, say) =>
    `Uploaded a signing certificate${say(' for ', 'certificate')} at ${company}`,
  'company.certificate-removed': (company, say) =>
    `Removed the signing certificate${say(' for ', 'certificate')} at ${company}`,
  'company.created': (company) => `Added ${company}`,
  'company.updated': (company) => `Changed ${company}`,
  'company.exported': (company) => `Exported everything of ${company}`,
  'company.deleted': (company) => `Deleted ${company}`,
  'company.settings-changed': (company) => `Changed the settings of ${company}`,
  'company.stripe-keys-changed': (company) => `Changed the Stripe keys of ${company}`,
  'company.renewals-activated': (company, say) => `Activated${say(' ', 'renewals')} renewals of ${company}`,

  'user.created': (who) => `Added ${who}`,
  'user.updated': (who) => `Changed ${who}`,
  'user.invited': (who) => `Invited ${who}`,
  'user.invitation-sent': (who) => `Sent ${who} the invitation again`,
  'user.invitation-revoked': (who) => `Revoked the invitation of ${who}`,
  'user.invitation-accepted': (who) => `${who} accepted the invitation`,
  'user.disabled': (who) => `Disabled ${who}`,
  'user.enabled': (who) => `Enabled ${who}`,
  'user.signed-out': (who) => `Signed ${who} out`,
  'user.access-given': (who, say) => `Gave access to ${who}${say(' as ', 'role')}`,
  'user.email-verified': (who) => `${who} verified the email address`,
  'user.password-changed': (who) => `Changed the password of ${who}`,
  'user.password-removed': (who) => `Removed the password of ${who}`,
  'user.second-factor-turned-on': (who) => `${who} turned on two-step verification`,
  'user.second-factor-turned-off': (who) => `${who} turned off two-step verification`,
  'user.second-factor-reset': (who) => `Reset two-step verification of ${who}`,
  'user.recovery-code-used': (who) => `${who} signed in with a recovery code`,
  'user.recovery-codes-replaced': (who) => `${who} replaced the recovery codes`,
  'user.passkey-added': (who, say) => `${who} added a passkey${say(': ', 'passkey')}`,
  'user.passkey-removed': (who, say) => `${who} removed a passkey${say(': ', 'passkey')}`,

  'checkin.granted': (who, say) => `Checked in ${who}${say(' at ', 'doorId')}`,
  'checkin.exited': (who, say) => `${who} went out${say(' by ', 'doorId')}`,
  'checkin.undone': (who, say) => `Undid the check-in of ${who}${say(' at ', 'doorId')}`,
  'checkin.denied': (who, say) => `Denied ${who}${say(' at ', 'doorId')}${say(': ', 'reason')}`,

  'door.created': (door) => `Added the door ${door}`,
  'door.updated': (door) => `Changed the door ${door}`,
  'door.commanded': (door, say) =>
    `Sent the door ${door} the command${say(' to ', 'command')}${say(' for ', 'seconds')}`,
  'door.deleted': (door) => `Deleted the door ${door}`,
  'device.created': (device) => `Added the device ${device}`,
  'device.updated': (device) => `Changed the device ${device}`,
  'device.pairing-started': (device) => `Made a new pairing code for the device ${device}`,
  'device.paired': (device) => `Paired the device ${device}`,
  'device.token-replaced': (device) => `Replaced the token of the device ${device}`,
  'device.revoked': (device) => `Removed the device ${device}`,

  'webhook-endpoint.created': (host) => `Added the webhook to ${host}`,
  'webhook-endpoint.updated': (host) => `Changed the webhook to ${host}`,
  'webhook-endpoint.deleted': (host) => `Deleted the webhook to ${host}`,
  'webhook-endpoint.secret-changed': (host) => `Replaced the secret of the webhook to ${host}`,
  'webhook-endpoint.tested': (host) => `Tested the webhook to ${host}`,
  'webhook-endpoint.events-repeated': (host, say) =>
    `Sent${say(' ', 'event')}${say(' everything since ', 'since')} to ${host} again`,
  'api-key.created': (key) => `Made the API key ${key}`,
  'api-key.revoked': (key) => `Revoked the API key ${key}`,
} as const satisfies Record<`${RecordType}.${string}`, Sentence>;

export type ActivityAction = keyof typeof sentences;
export type ActionOf<Type extends RecordType> = Extract<ActivityAction, `${Type}.${string}`>;

const isKnown = (action: string): action is ActivityAction => Object.hasOwn(sentences, action);

export const findSentence = (action: string): Sentence =>
  isKnown(action) ? sentences[action] : (record) => `Changed ${record}`;
