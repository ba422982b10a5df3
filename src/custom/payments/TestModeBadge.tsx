import { StatusBadge } from '#src/custom/ui/StatusBadge.tsx';

/** Stripe's test keys move no money: said wherever a card is taken. */
export const TestModeBadge = ({ publishableKey }: { publishableKey: string | null | undefined }) =>
  publishableKey?.startsWith('pk_test_') ? <StatusBadge severity="warning" label="Test mode" /> : null;
