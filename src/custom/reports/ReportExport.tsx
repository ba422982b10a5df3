import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import type { ReportKind } from '#domain/rules/reportFigures.ts';
import { reportActions, type ReportParams } from '#src/dataProvider/reports.ts';
import { useSaveCsv } from '#src/custom/lists/useSaveCsv.ts';

/** Saves the report's table as a CSV file. */
export const ReportExport = ({ kind, params }: { kind: ReportKind; params: ReportParams }) => {
  const { isSaving, save } = useSaveCsv((signal) => reportActions.reportCsv(kind, params, signal), `${kind}-${params.from}-${params.to}.csv`, 'Failed to export the report');
  return (
    <Button variant="outlined" color="inherit" startIcon={<FileDownloadOutlined />} onClick={save} loading={isSaving} loadingPosition="start">
      Export CSV
    </Button>
  );
};
