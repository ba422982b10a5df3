import { invoiceStatusLabel, purchaseHistorySeverity } from '#domain/rules/invoiceStatus.ts';
import { StatusBadge } from '#src/custom/ui/StatusBadge.tsx';

/** The purchase history has a badge map of its own. */
export const PurchaseBadge = ({ status }: { status: string | null | undefined }) => (
  <StatusBadge severity={purchaseHistorySeverity(status)} label={invoiceStatusLabel(status)} />
);
