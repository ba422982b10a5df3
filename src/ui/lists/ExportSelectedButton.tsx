import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Button } from '@mui/material';
import type { RaRecord } from 'react-admin';
import { csvHead, csvLines } from '#domain/shared/csv.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { useSelectedRows } from './BulkBar.tsx';
import { saveFile } from './csv.ts';
import { toFileName, type ExportButtonProps } from './ExportButton.tsx';

/** Saves the selected rows as a CSV file. Stands in a list's `bulkActions`. */
export const ExportSelectedButton = <Row extends RaRecord>({ noun, columns }: ExportButtonProps<Row>) => {
  const { timezone } = useSelectedLocation();
  const rows = useSelectedRows<Row>();
  const save = async () => {
    const written = await columns(timezone);
    saveFile(toFileName(noun, timezone), [csvHead(written), csvLines(written, rows)], 'text/csv;charset=utf-8');
  };
  return (
    <Button variant="outlined" size="small" startIcon={<FileDownloadOutlined />} onClick={() => void save()}>
      Export CSV
    </Button>
  );
};
