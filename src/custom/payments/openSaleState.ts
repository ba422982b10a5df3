/** Navigation options that open the till with this open sale. */
export const withOpenSale = (key: string) => ({ state: { openSale: key } });

export const openSaleIn = (state: unknown): string | undefined =>
  state && typeof state === 'object' && 'openSale' in state && typeof state.openSale === 'string' ? state.openSale : undefined;
