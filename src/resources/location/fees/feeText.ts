import type { Fee } from '#domain/contract/location-fees.ts';
import { formatMoney } from '#domain/rules/money.ts';

const typeLabels: Record<Fee['type'], string> = { percentage: 'Percentage', fixed: 'Fixed' };

export const feeTypeLabel = (type: Fee['type']): string => typeLabels[type];

export const feeTypeChoices = Object.entries(typeLabels).map(([id, name]) => ({ id, name }));

/** '2.50%' or '$2.50'. */
export const feeAmountText = ({ type, amount }: Pick<Fee, 'type' | 'amount'>): string =>
  type === 'percentage' ? `${amount}%` : formatMoney(Number(amount));
