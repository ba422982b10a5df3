import { useListContext } from 'react-admin';
import { PageButtons } from './PageButtons.tsx';

/** The pages of the surrounding list. */
export const ListPages = ({ noun }: { noun: string }) => {
  const { page, perPage, total, setPage, isPending } = useListContext();
  return isPending ? null : <PageButtons page={page} perPage={perPage} total={total ?? 0} noun={noun} onPage={setPage} />;
};
