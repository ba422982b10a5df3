import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Button, type ButtonProps } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNotify } from 'react-admin';
import { messageFrom } from '#src/dataProvider/http.ts';
import { saveFile } from './csv.ts';

interface SaveCsvButtonProps extends ButtonProps {
  read: (signal: AbortSignal) => Promise<Blob>;
  fileName: string;
  failed: string;
}

/** Downloads a CSV file that the server writes. Leaving the page stops it. */
export const SaveCsvButton = ({ read, fileName, failed, ...button }: SaveCsvButtonProps) => {
  const notify = useNotify();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const { mutate, isPending } = useMutation({
    mutationFn: () => read((running.current = new AbortController()).signal),
    onSuccess: (csv) => saveFile(fileName, [csv], 'text/csv;charset=utf-8'),
    onError: (error) => running.current?.signal.aborted || notify(messageFrom(error, failed), { type: 'error' }),
  });
  return (
    <Button
      variant="outlined"
      startIcon={<FileDownloadOutlined />}
      loadingPosition="start"
      {...button}
      onClick={() => mutate()}
      loading={isPending}
    >
      {button.children ?? 'Export CSV'}
    </Button>
  );
};
