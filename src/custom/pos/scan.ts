import { barcodeMaxLength, barcodePattern } from '#domain/shared/limits.ts';
import { maxQuantity, type Cart, type CartableItem } from './cart.ts';

/** Typed without a pause. The time of its last character is in milliseconds. */
interface Typed {
  readonly text: string;
  readonly at: number;
}

export const nothingTyped: Typed = { text: '', at: Number.NEGATIVE_INFINITY };

/** A scanner's characters come 5 to 40 ms apart, a fast typist's 80 ms or more. */
export const maxGapMs = 50;
const minLength = 4;

/** The typed text with one more character. After a pause it starts over. */
export const typeKey = (typed: Typed, character: string, at: number): Typed => ({
  text: (isQuick(typed.at, at) ? typed.text : '') + character,
  at,
});

const isQuick = (before: number, at: number) => at >= before && at - before <= maxGapMs;

/** The bar code that Enter completes; undefined for text typed by hand, and for text that is not a bar code. */
export function readScannedCode({ text, at: last }: Typed, at: number): string | undefined {
  const isScanned = isQuick(last, at) && text.length >= minLength && isBarcode(text);
  return isScanned ? text : undefined;
}

export const isBarcode = (text: string) => text.length <= barcodeMaxLength && barcodePattern.test(text);

/** A number of this length in the search is a bar code, and not part of a name. */
export const isBarcodeNumber = (text: string) => text.length >= minLength && /^\d+$/.test(text);

export const notWhilePaying = 'Items cannot be scanned during payment. Go back to the cart to add them.';
export const noSuchItem = (code: string) => `No item with bar code ${code}.`;
export const noItemOrMember = (code: string) => `No item and no member has the code ${code}.`;
export const notLookedUp = (code: string) =>
  `Bar code ${code} could not be looked up because of a connection problem. Please scan it again.`;

/** Why no more of an item can be added to the cart, as a sentence; undefined while it can. */
export function addProblem(cart: Cart, item: CartableItem): string | undefined {
  const inCart = cart.find((line) => line.item.id === item.id)?.quantity ?? 0;
  if (!item.isActive) return `${item.name} is inactive and cannot be sold.`;
  if (inCart < maxQuantity(item)) return undefined;
  if (inCart === 0) return `${item.name} is out of stock.`;
  return item.isPhysicalItem
    ? `All ${inCart.toLocaleString('en-US')} in stock of ${item.name} are in the cart.`
    : `No more of ${item.name} fit in one sale.`;
}
