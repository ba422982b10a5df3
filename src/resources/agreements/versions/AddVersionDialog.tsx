import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { z } from 'zod';
import type { Agreement } from '#domain/contract/agreements.ts';
import { pdfRequired } from '#domain/rules/uploads.ts';
import { FormDialog } from '#src/custom/forms/FormDialog.tsx';
import { FormError } from '#src/custom/forms/FormActions.tsx';
import { formErrors } from '#src/custom/ui/formErrors.ts';
import { useConsoleData } from '#src/dataProvider/useConsoleData.ts';
import { PdfInput } from '../PdfInput.tsx';

interface AddVersionDialogProps {
  agreement: Agreement;
  title: string;
  onClose: () => void;
}

/** A new version is the next number; adding one reloads the agreement. */
export const AddVersionDialog = ({ agreement, title, onClose }: AddVersionDialogProps) => {
  const { addAgreementVersion } = useConsoleData();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const save = async (values: object) => {
    try {
      const { versions } = await addAgreementVersion(agreement, (values as { pdf: File }).pdf);
      await queryClient.invalidateQueries({ queryKey: ['agreements', 'getOne'] });
      notify(`Version ${versions[0]?.versionNumber ?? ''} added`, { type: 'success' });
      onClose();
      return undefined;
    } catch (error) {
      return formErrors(error, 'Failed to create version');
    }
  };
  return (
    <FormDialog title={title} draftOf={`version of ${agreement.id}`} resolver={resolver} defaultValues={untouched} onSubmit={save} submitLabel="Add Version" onClose={onClose}>
      <PdfInput />
      <FormError />
    </FormDialog>
  );
};

const resolver = zodResolver(z.object({ pdf: z.instanceof(File, { error: pdfRequired }) }));
const untouched = { pdf: null };
