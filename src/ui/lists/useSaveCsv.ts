import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNotify } from 'react-admin';
import { saveFile } from './csv.ts';
import { messageFrom } from '#src/dataProvider/http.ts';

/** Downloads a CSV file that the server writes. Leaving the page stops it. */
export function useSaveCsv(read: (signal: AbortSignal) => Promise<Blob>, fileName: string, failed: string) {
  const notify = useNotify();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const { mutate, isPending } = useMutation({
    mutationFn: () => read((running.current = new AbortController()).signal),
    onSuccess: (csv) => saveFile(fileName, [csv], 'text/csv;charset=utf-8'),
    onError: (error) => running.current?.signal.aborted || notify(messageFrom(error, failed), { type: 'error' }),
  });
  return { isSaving: isPending, save: () => mutate() };
}
