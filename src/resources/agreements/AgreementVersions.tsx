import { zodResolver } from '@hookform/resolvers/zod';
import Add from '@mui/icons-material/Add';
import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { z } from 'zod';
import type { Agreement, AgreementVersion } from '#domain/agreements/contract.ts';
import { pdfRequired } from '#domain/shared/uploads.ts';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { DateField } from '#src/ui/fields.tsx';
import { useMayAt } from '#src/location-scope/useLocationScope.ts';
import { Section } from '#src/ui/Section.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import { agreementActions } from '#src/dataProvider/agreements.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { DownloadButton } from '#src/ui/DownloadButton.tsx';
import { PdfInput } from './AgreementInputs.tsx';

export const Versions = ({ agreement }: { agreement: Agreement }) => {
  const [isAdding, setAdding] = useState(false);
  const mayAdd = useMayAt(agreement, 'agreements:write');
  const { versions } = agreement;
  const label = versions.length > 0 ? 'Add Version' : 'Add First Version';
  return (
    <Section
      title="Versions"
      isFlush
      actions={
        mayAdd && (
          <Button variant="outlined" startIcon={<Add />} onClick={() => setAdding(true)}>
            {label}
          </Button>
        )
      }
    >
      {versions.length > 0 ? (
        <StaticTable label="Versions" columns={columns(agreement)} rows={versions} />
      ) : (
        <Typography color="textSecondary" sx={{ px: 2, pb: 2.5 }}>
          There is no document yet.
        </Typography>
      )}
      {isAdding && <AddVersionDialog agreement={agreement} title={label} onClose={() => setAdding(false)} />}
    </Section>
  );
};

const columns = (agreement: Agreement): readonly Column<AgreementVersion>[] => {
  const current = agreement.versions[0]?.id;
  return [
    {
      label: 'Version',
      cell: ({ id, versionNumber }) => (
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.25, fontWeight: 600 }}>
          v{versionNumber}
          {id === current && <StatusBadge severity="success" label="Current" />}
        </Box>
      ),
    },
    {
      label: 'File',
      inCard: 'bare',
      cell: ({ pdfFileName }) => (
        <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
          {pdfFileName}
        </Box>
      ),
    },
    { label: 'Created', inCard: 'bare', cell: ({ createdAt }) => <DateField value={createdAt} /> },
    {
      label: 'Document',
      align: 'right',
      inCard: 'end',
      cell: ({ id, versionNumber }) => (
        <DownloadButton
          label={`Download version ${versionNumber}`}
          request={() => agreementActions.agreementDownload(id, agreement.companyId)}
          failed="Failed to get download URL"
        />
      ),
    },
  ];
};

interface AddVersionDialogProps {
  agreement: Agreement;
  title: string;
  onClose: () => void;
}

const AddVersionDialog = ({ agreement, title, onClose }: AddVersionDialogProps) => {
  const notify = useNotify();
  const { mutateAsync: save } = useIdempotentMutation({
    name: `version.${agreement.id}`,
    mutationFn: ({ pdf }: { pdf: File }, key) => agreementActions.addAgreementVersion(agreement, pdf, key),
    onSuccess: ({ versions }) => notify(`Version ${versions[0]?.versionNumber ?? ''} added`, { type: 'success' }),
  });
  return (
    <FormDialog
      title={title}
      draftOf={`version of ${agreement.id}`}
      resolver={resolver}
      defaultValues={untouched}
      onSubmit={(values) => save(values as { pdf: File })}
      failed="Failed to create version"
      submitLabel="Add Version"
      onClose={onClose}
    >
      <PdfInput />
      <FormError />
    </FormDialog>
  );
};

const resolver = zodResolver(z.object({ pdf: z.instanceof(File, { error: pdfRequired }) }));
const untouched = { pdf: null };
