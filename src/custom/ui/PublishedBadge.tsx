import { StatusBadge } from './StatusBadge.tsx';

/** Published or Unpublished. */
export const PublishedBadge = ({ isPublished }: { isPublished: boolean }) => (
  <StatusBadge severity={isPublished ? 'info' : 'neutral'} label={isPublished ? 'Published' : 'Unpublished'} />
);
