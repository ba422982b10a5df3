import { useController } from 'react-hook-form';
import { PdfPicker } from '#src/custom/forms/PdfPicker.tsx';

/** The form's `pdf`. */
export const PdfInput = () => {
  const { field, fieldState } = useController<{ pdf: File | null }>({ name: 'pdf' });
  return <PdfPicker label="PDF document" file={field.value} onChange={field.onChange} error={fieldState.error?.message} />;
};
