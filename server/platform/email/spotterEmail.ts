import { wordEmail, type EmailContent, type EmailSender, type WordedEmail } from './layout.ts';

/** An email to somebody who works with Spotter. It comes from Spotter and not from their company. */
export const wordSpotterEmail = (content: EmailContent): WordedEmail => wordEmail(content, spotter);

const spotter: EmailSender = {
  name: 'Spotter',
  legalName: null,
  taxId: null,
  footer: null,
  locationName: 'Spotter',
  address: '',
  phone: '',
  email: '',
  timezone: 'UTC',
};
