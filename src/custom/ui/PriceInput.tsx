import { DecimalInput } from './DecimalInput.tsx';

/** An amount in dollars and cents. */
export const PriceInput = (props: Omit<Parameters<typeof DecimalInput>[0], 'prefix'>) => <DecimalInput prefix="$" {...props} />;
