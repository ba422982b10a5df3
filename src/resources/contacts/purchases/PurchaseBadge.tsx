import { invoiceStatusLabel, purchaseHistoryTone } from '#domain/rules/invoiceStatus.ts';
import { StatusBadge } from '#src/custom/ui/StatusBadge.tsx';

/** The purchase history has a badge map of its own. */
export const PurchaseBadge = ({ status }: { status: string | null | undefined }) => (
  <StatusBadge tone={purchaseHistoryTone(status)} label={invoiceStatusLabel(status)} />
);
