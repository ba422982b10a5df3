import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { saveFile } from './csv.ts';
import { messageFrom } from '#src/dataProvider/http.ts';

/** Downloads a CSV file that the server writes. Leaving the page stops it. */
export function useSaveCsv(read: (signal: AbortSignal) => Promise<Blob>, fileName: string, failed: string) {
  const notify = useNotify();
  const [isSaving, setSaving] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const save = async () => {
    const { signal } = (running.current = new AbortController());
    setSaving(true);
    try {
      saveFile(fileName, [await read(signal)], 'text/csv;charset=utf-8');
    } catch (error) {
      if (!signal.aborted) notify(messageFrom(error, failed), { type: 'error' });
    } finally {
      setSaving(false);
    }
  };
  return { isSaving, save: () => void save() };
}
