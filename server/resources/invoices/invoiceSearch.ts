import { searchTexts } from '#domain/rules/phone.ts';

const asAmount = (text: string) => text.replace(/^\$\s*/, '').replaceAll(/(?<=\d),(?=\d{3})/g, '');
const asInvoiceId = (text: string) => text.replace(/^(?:invoice\s*)?#\s*/i, '');

/**
 * Invoices are found by name, email, phone, id or total. Users type these as the screens show them
 * ('(303) 555-0123', '$1,234.50', 'Invoice #89ABCDEF'). This converts them to the stored forms.
 */
export function invoiceSearchTexts(typed: string): string[] {
  const text = typed.trim();
  const texts = [...searchTexts(text), asAmount(text), asInvoiceId(text)];
  return [...new Set(texts)].filter((one) => one !== '');
}
