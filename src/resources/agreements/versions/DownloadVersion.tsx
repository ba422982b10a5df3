import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { AgreementVersion } from '#domain/contract/agreements.ts';
import { AlertDialog } from '#src/custom/ui/ConfirmDialog.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useConsoleData } from '#src/dataProvider/useConsoleData.ts';

/** Saves a version's document. The address is asked for at the click, because it is good for some minutes only. */
export const DownloadVersion = ({ version, companyId }: { version: AgreementVersion; companyId: string }) => {
  const { agreementDownload } = useConsoleData();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const download = async () => {
    setBusy(true);
    try {
      const { url, fileName } = await agreementDownload(version.id, companyId);
      const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
      link.click();
    } catch (error) {
      setProblem(messageFrom(error, 'Failed to get download URL'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        size="small"
        startIcon={<FileDownloadOutlined />}
        loading={isBusy}
        loadingPosition="start"
        aria-label={`Download version ${version.versionNumber}`}
        onClick={() => void download()}
      >
        Download
      </Button>
      <AlertDialog text={problem} onClose={() => setProblem(undefined)} />
    </>
  );
};
