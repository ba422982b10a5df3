import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { ReportKind } from '#domain/rules/reportFigures.ts';
import { saveFile } from '#src/custom/lists/csv.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { reportActions, type ReportParams } from '#src/dataProvider/reports.ts';

/** Saves the report's table as a CSV file, which the server writes. Leaving the page stops it. */
export const ReportExport = ({ kind, params }: { kind: ReportKind; params: ReportParams }) => {
  const notify = useNotify();
  const [isSaving, setSaving] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const save = async () => {
    const { signal } = (running.current = new AbortController());
    setSaving(true);
    try {
      const file = await reportActions.reportCsv(kind, params, signal);
      saveFile(`${kind}-${params.from}-${params.to}.csv`, [file], 'text/csv;charset=utf-8');
    } catch (error) {
      if (!signal.aborted) notify(messageFrom(error, 'Failed to export the report'), { type: 'error' });
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button variant="outlined" color="inherit" startIcon={<FileDownloadOutlined />} onClick={() => void save()} loading={isSaving} loadingPosition="start">
      Export CSV
    </Button>
  );
};
