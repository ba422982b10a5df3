/** `cash` → 'Cash'; one that nobody foresaw is shown as it is. */
export const paymentMethodLabel = (method: string | null | undefined): string =>
  method ? method.charAt(0).toUpperCase() + method.slice(1) : 'Unknown';
