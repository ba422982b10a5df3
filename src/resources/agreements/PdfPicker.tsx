import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import { pdfProblem } from '#domain/shared/uploads.ts';
import { FilePicker } from '#src/ui/forms/FilePicker.tsx';

interface PdfPickerProps {
  label: string;
  file: File | null;
  onChange: (file: File | null) => void;
  error?: string | undefined;
}

export const PdfPicker = (props: PdfPickerProps) => (
  <FilePicker
    noun="PDF"
    hint="PDF, less than 10 MB."
    accept="application/pdf,.pdf"
    icon={<PictureAsPdfOutlined />}
    problemOf={pdfProblem}
    {...props}
  />
);
