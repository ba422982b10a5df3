/** How many pieces a cart holds, in words. */
export const pieces = (cart: readonly { readonly quantity: number }[]): string => {
  const count = cart.reduce((sum, { quantity }) => sum + quantity, 0);
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'item' : 'items'}`;
};
