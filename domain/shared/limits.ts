export const defaultPageSize = 10;
export const maxPageSize = 1000;
/** The most records that a list can be asked for by their ids. */
export const listIdsMax = 100;
/** With more people at a location, a search asks the server instead of the browser's memory. */
export const peopleMax = 10_000;
export const externalIdMaxLength = 100;
export const maxPage = 1_000_000;

export const invitationDays = 7;
export const paymentLinkDays = 7;
export const signatureRequestDays = 14;
export const cardLinkDays = 14;
export const passwordMinLength = 8;
export const passwordMaxLength = 128;

export const contractMonthsMin = 1;
export const contractMonthsMax = 60;
export const accessDaysMin = 1;
/** A hundred years of access; a later date makes no sense. */
export const accessDaysMax = 36_500;
/** Includes the spaces and hyphens that may be typed. */
export const codeMaxLength = 40;
export const visitLimitMin = 1;
export const visitLimitMax = 1_000;
export const visitsPerDayMax = 24;
/** The hours of one plan. */
export const accessHoursMax = 50;
export const blockReasonMaxLength = 200;
export const reentryMinutesMax = 1440;
export const salesTaxPercentMin = 0;
export const salesTaxPercentMax = 100;

export const uploadMaxBytes = 10 * 1024 * 1024;
export const cameraFileName = 'camera-capture.jpg';

export const defaultCurrency = 'USD';

export const nameMaxLength = 100;
export const emailMaxLength = 254;
export const lineMaxLength = 200;
export const notesMaxLength = 5000;
/** The newest notes of a contact that are listed. */
export const contactNotesListed = 200;
export const searchMaxLength = 100;
export const priceMax = 999_999.99;
/** The smallest amount that Stripe charges to a card. */
export const cardMinCents = 50;
/** The largest one. */
export const cardMaxCents = 99_999_999;
/** The largest amount in cents that a database `integer` holds. */
export const invoiceTotalMaxCents = 2_147_483_647;
export const inventoryMax = 1_000_000;
export const displayOrderMax = 1_000_000;
export const quantityMin = 1;
export const quantityMax = 10_000;
export const cartLinesMax = 200;
export const discountReasonMaxLength = 60;
/** Parked sales: how many at one location, and for how long. */
export const parkedSalesMax = 50;
export const parkedSaleDays = 7;
/** How long an admin can restore a deleted contact. */
export const contactRestoreDays = 30;
export const parkedNoteMaxLength = 200;
export const idempotencyKeyMaxLength = 255;
/** How long a purchase whose response was lost can be looked up by its key. */
export const openAttemptDays = 7;
/** How long signed agreements of an erased contact may stay. */
export const agreementYearsMax = 30;

export const cancellationNoticeDaysMax = 90;
export const freezeDaysMax = 365;
export const graceDaysMax = 30;
/** How many days after its paid days a membership is still billed automatically. Then staff decide. */
export const lateBillingDays = 31;
export const retriesMax = 10;
export const retryDaysMax = 60;
export const invoiceDaysMax = 60;
export const otherMethodsMax = 20;
export const otherMethodMaxLength = 40;
export const paymentReferenceMaxLength = 100;
export const footerMaxLength = 500;
export const repeatMinutesMax = 1440;
export const noticeDaysMax = 30;
export const accountNumberMaxLength = 20;
export const accountNameMaxLength = 80;
/** How many plans or payment methods may have an account of their own. */
export const accountsMax = 100;

/** The most bills or coins of one kind in a count of the cash drawer. */
export const cashCountMax = 100_000;

export const importMaxRows = 20_000;

/** A membership ends soon when it ends within this many days and is not renewed. */
export const endingSoonDays = 7;
/** A member without a visit for this many days counts as not seen. */
export const notSeenDays = 30;

/** Eleven days: the most digits that a query takes. A stream that was away for so long is told all the same. */
export const missedMsMax = 999_999_999;

/** How far ahead a plan may start, be frozen, renew or end. */
export const planYearsAhead = 10;

/** The longest period of a report: five years. */
export const reportDaysMax = 1830;

/** The category of a sales item. */
export const categoryMaxLength = 60;
export const barcodeMaxLength = 64;
/** The characters of a bar code: visible ones. */
export const barcodePattern = /^[\x21-\x7e]+$/;
export const reconciliationDaysMax = 366;

export const tagMaxLength = 30;
export const tagsMax = 20;
/** The payer included. */
export const householdMembersMax = 20;
export const relationMaxLength = 40;

export const frontDeskDoor = 'Front Desk';
export const posNotes = 'Point of Sale Transaction';

/** The message of a 409 response to a change of what somebody else has changed since it was read. */
export const changedMeanwhile = 'This was changed by someone else';
