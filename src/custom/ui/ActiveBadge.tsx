import { StatusBadge } from './StatusBadge.tsx';

/** Active or Inactive. */
export const ActiveBadge = ({ isActive }: { isActive: boolean }) => (
  <StatusBadge severity={isActive ? 'success' : 'neutral'} label={isActive ? 'Active' : 'Inactive'} />
);
