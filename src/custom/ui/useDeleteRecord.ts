import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useDelete, type RaRecord } from 'react-admin';

/** Deletes a record on the server and removes it from the cache, so that Back does not show it. Throws when the server refuses. */
export const useDeleteRecord = (resource: string) => {
  const [remove, { isPending }] = useDelete();
  const cache = useQueryClient();
  const deleted = useRef<RaRecord>(null);
  // Removed when its page closes: an open page would fetch it again.
  useEffect(
    () => () => {
      const record = deleted.current;
      if (record) cache.removeQueries({ queryKey: [resource, 'getOne'], predicate: ({ queryKey: [, , key] }) => isOf(key, record) });
    },
    [cache, resource],
  );
  const deleteRecord = async (record: RaRecord, meta?: Record<string, unknown>) => {
    await remove(resource, { id: record.id, meta, previousData: record }, { mutationMode: 'pessimistic', returnPromise: true });
    deleted.current = record;
  };
  return { deleteRecord, isPending };
};

/** Whether a query asks for this record, under whatever meta. */
const isOf = (key: unknown, { id }: RaRecord) => typeof key === 'object' && key !== null && 'id' in key && key.id === String(id);
