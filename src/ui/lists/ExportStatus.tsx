import { AlertDialog } from '../ConfirmDialog.tsx';
import { ProgressDialog } from '../ProgressDialog.tsx';
import type { ExportProgress } from './ExportButton.tsx';

interface ExportStatusProps {
  noun: string;
  progress: ExportProgress | undefined;
  onCancel: () => void;
  error: string | undefined;
  onDismiss: () => void;
}

/** The progress or failure of an export; loaded with the first export. A canceled export leaves no file. */
export const ExportStatus = ({ noun, progress, onCancel, error, onDismiss }: ExportStatusProps) => {
  const { done = 0, total = 0 } = progress ?? {};
  return (
    <>
      <ProgressDialog
        isOpen={progress !== undefined}
        title={`Exporting ${noun}`}
        text={total > 0 ? `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} ${noun}` : 'Starting…'}
        percent={total > 0 ? Math.min(100, (done / total) * 100) : undefined}
        onCancel={onCancel}
      />
      <AlertDialog text={error} onClose={onDismiss} />
    </>
  );
};
