import { AlertDialog } from '../AlertDialog.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import type { ExportProgress } from './useCsvExport.ts';

interface ExportStatusProps {
  noun: string;
  progress: ExportProgress | undefined;
  onCancel: () => void;
  error: string | undefined;
  onDismiss: () => void;
}

/** What there is to see of an export, fetched with the first one. */
export const ExportStatus = ({ noun, progress, onCancel, error, onDismiss }: ExportStatusProps) => (
  <>
    <ExportDialog noun={noun} progress={progress} onCancel={onCancel} />
    <AlertDialog text={error} onClose={onDismiss} />
  </>
);
