import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { messageFrom } from '#src/dataProvider/http.ts';
import { AlertDialog } from './ConfirmDialog.tsx';
import { downloadFrom } from './dom.ts';

interface DownloadButtonProps {
  label: string;
  /** Asked on the click, because the URL is valid for only some minutes. */
  request: () => Promise<{ url: string; fileName: string }>;
  failed: string;
}

export const DownloadButton = ({ label, request, failed }: DownloadButtonProps) => {
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: request,
    onSuccess: ({ url, fileName }) => downloadFrom(url, fileName),
  });
  return (
    <>
      <Button
        size="small"
        startIcon={<FileDownloadOutlined />}
        loading={isPending}
        loadingPosition="start"
        aria-label={label}
        onClick={() => mutate()}
      >
        Download
      </Button>
      <AlertDialog text={error ? messageFrom(error, failed) : undefined} onClose={reset} />
    </>
  );
};
