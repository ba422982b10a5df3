import { useContext } from 'react';
import { StatusBadge } from '#src/custom/ui/StatusBadge.tsx';
import { ArrivalsContext } from './arrivalsContext.ts';

/** Marks a check-in that has come in by itself, for a while. */
export const NewBadge = ({ checkinId }: { checkinId: string }) => {
  const isNew = useContext(ArrivalsContext);
  return isNew(checkinId) && <StatusBadge severity="info" label="New" />;
};
