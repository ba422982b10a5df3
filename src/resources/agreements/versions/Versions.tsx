import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Agreement, AgreementVersion } from '#domain/contract/agreements.ts';
import type { Column } from '#src/custom/lists/tableStyles.ts';
import { DateField } from '#src/custom/ui/fields.tsx';
import { StaticTable } from '#src/custom/lists/StaticTable.tsx';
import { Section } from '#src/custom/ui/Section.tsx';
import { StatusBadge } from '#src/custom/ui/StatusBadge.tsx';
import { AddVersionDialog } from './AddVersionDialog.tsx';
import { DownloadVersion } from './DownloadVersion.tsx';

/** Every document the agreement ever had, newest first; the newest is the one in force. */
export const Versions = ({ agreement }: { agreement: Agreement }) => {
  const [isAdding, setAdding] = useState(false);
  const { versions } = agreement;
  const label = versions.length > 0 ? 'Add Version' : 'Add First Version';
  return (
    <Section
      title="Versions"
      isFlush
      actions={
        <Button variant="outlined" startIcon={<Add />} onClick={() => setAdding(true)}>
          {label}
        </Button>
      }
    >
      {versions.length > 0 ? (
        <StaticTable label="Versions" columns={columns(agreement)} rows={versions} />
      ) : (
        <Typography color="textSecondary" sx={{ px: { xs: 2, md: 2.5 }, pb: 2.5 }}>
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
      cell: ({ pdfFileName }) => (
        <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
          {pdfFileName}
        </Box>
      ),
    },
    { label: 'Created', cell: ({ createdAt }) => <DateField value={createdAt} /> },
    { label: 'Document', align: 'right', cell: (version) => <DownloadVersion version={version} companyId={agreement.companyId} /> },
  ];
};
