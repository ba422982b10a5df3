import { longDate } from '#domain/rules/dateText.ts';
import type { Mail, Mailer } from './mailer.ts';

interface PaymentLinkMail {
  readonly to: string;
  readonly url: string;
  readonly expiresAt: Date;
  readonly companyName: string;
  /** By whose clock the last day is told. */
  readonly timezone: string;
  readonly due: string;
}

/** Mails the link by which an invoice is paid. */
export const mailPaymentLink = (mailer: Mailer, mail: PaymentLinkMail): Promise<void> => mailer.send(paymentLinkMail(mail));

const paymentLinkMail = ({ to, url, expiresAt, companyName, timezone, due }: PaymentLinkMail): Mail => ({
  to,
  subject: `${companyName}: pay ${due} online`,
  link: url,
  text: `Hello,

${companyName} asks you to pay ${due}. See what it is for, and pay by card here:

${url}

The link works until ${longDate(expiresAt.toISOString(), timezone)}. Whoever has it can pay this invoice, and sees nothing else.
`,
});
