/** The till's keys. Function keys, because a scanner or a name being typed never sends one. */
export const keys = { customer: 'F2', items: 'F4', cash: 'F6', card: 'F7', go: 'F8', print: 'F9', back: 'Escape', help: '?' } as const;

/** What the help sheet says, in the order of a sale. */
export const keyHelp: readonly (readonly [key: string, meaning: string])[] = [
  [keys.customer, 'Find a customer'],
  [keys.items, 'Search the items'],
  ['Enter', 'In the item search: add the first item found'],
  [keys.go, 'Proceed to payment, then complete the sale'],
  [keys.cash, 'Pay by cash'],
  [keys.card, 'Pay by card'],
  ['Esc', 'Back to the cart'],
  [keys.print, 'Print the receipt of the last sale'],
  [keys.help, 'Show this help'],
];
