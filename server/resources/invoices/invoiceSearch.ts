import { peopleSearch, type PeopleSearch } from '#server/db/peopleSearch.ts';

const asAmount = (text: string) => text.replace(/^\$\s*/, '').replaceAll(/(?<=\d),(?=\d{3})/g, '');
const asInvoiceId = (text: string) => text.replace(/^(?:invoice\s*)?#\s*/i, '');

/**
 * Invoices are found by the customer's name, email or phone, and by id or total. Users type the last two as the screens
 * show them ('$1,234.50', 'Invoice #89ABCDEF'). This converts them to the stored forms.
 */
export function invoiceSearch(typed: string): PeopleSearch {
  const text = typed.trim();
  const { words, others } = peopleSearch(text);
  const stored = [asAmount(text), asInvoiceId(text)].filter((one) => one !== text && one !== '');
  return { words, others: [...others, ...stored] };
}
