import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import { Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { HttpError, useDelete, useNotify, type RaRecord } from 'react-admin';
import { messageFrom, nullIfNotFound } from '#src/dataProvider/http.ts';
import { useConfirm } from './ConfirmDialog.tsx';
import { useNavigateFromHere } from './useNavigateFromHere.ts';

interface DeleteActionProps {
  resource: string;
  record: RaRecord;
  meta?: Record<string, unknown>;
  title: string;
  text: string;
  deleted: string;
  undo?: ReactNode;
  failed: string;
  list: string;
  /** Shows a refusal on the page; false for one that is shown as a message. */
  onRefused?: (error: HttpError) => boolean;
}

/** Deletes a record after asking. It reports success only after the server has confirmed it. Put `dialog` on the page. */
export const useDeleteAction = ({
  resource,
  record,
  meta,
  title,
  text,
  deleted,
  undo,
  failed,
  list,
  onRefused,
}: DeleteActionProps) => {
  const { confirm, dialog } = useConfirm();
  const { deleteRecord, isPending } = useDeleteRecord(resource);
  const navigate = useNavigateFromHere();
  const notify = useNotify();
  const ask = async () => {
    if (!(await confirm({ title, text, confirmLabel: 'Delete', isDangerous: true }))) return;
    try {
      await deleteRecord(record, meta);
      await navigate(list);
      if (undo)
        notify(
          <>
            {deleted}
            {undo}
          </>,
          { type: 'success', autoHideDuration: undoMs },
        );
      else notify(deleted, { type: 'success' });
    } catch (error) {
      if (error instanceof HttpError && onRefused?.(error)) return;
      notify(messageFrom(error, failed), { type: 'error' });
    }
  };
  return { ask: () => void ask(), dialog, isPending };
};

const undoMs = 10_000;

export const DeleteAction = (record: DeleteActionProps) => {
  const { ask, dialog, isPending } = useDeleteAction(record);
  return (
    <>
      <Button color="error" startIcon={<DeleteOutline />} loading={isPending} onClick={ask}>
        Delete
      </Button>
      {dialog}
    </>
  );
};

/** Deletes a record on the server and removes it from the cache, so that Back does not show it. Throws when the server refuses. */
const useDeleteRecord = (resource: string) => {
  const [remove, { isPending }] = useDelete();
  const cache = useQueryClient();
  const deleted = useRef<RaRecord>(null);
  // Removed when its page unmounts: an open page would fetch it again.
  useEffect(
    () => () => {
      const record = deleted.current;
      if (record)
        cache.removeQueries({
          queryKey: [resource, 'getOne'],
          predicate: ({ queryKey: [, , key] }) => isRecord(key, record),
        });
    },
    [cache, resource],
  );
  const deleteRecord = async (record: RaRecord, meta?: Record<string, unknown>) => {
    // It is gone already when the response to an earlier press was lost, or somebody else was faster.
    await remove(
      resource,
      { id: record.id, meta, previousData: record },
      { mutationMode: 'pessimistic', returnPromise: true },
    ).catch(nullIfNotFound);
    deleted.current = record;
  };
  return { deleteRecord, isPending };
};

const isRecord = (key: unknown, { id }: RaRecord) =>
  typeof key === 'object' && key !== null && 'id' in key && key.id === String(id);
