import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { useListContext, useNotify } from 'react-admin';
import { todayIn } from '#domain/rules/dates.ts';
import { saveFile } from '#src/custom/lists/csv.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';

/** Saves the whole filtered log as a CSV file, which the server writes. Leaving the page stops it. */
export const ActivityExport = () => {
  const { companyId, timezone } = useSelectedLocation();
  const { filterValues, total } = useListContext();
  const dataProvider = useAppDataProvider();
  const notify = useNotify();
  const [isSaving, setSaving] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const save = async () => {
    const { signal } = (running.current = new AbortController());
    setSaving(true);
    try {
      const file = await dataProvider.activityCsv({ ...filterValues, companyId }, signal);
      saveFile(`activity-${todayIn(timezone, new Date())}.csv`, [file], 'text/csv;charset=utf-8');
    } catch (error) {
      if (!signal.aborted) notify(messageFrom(error, 'Failed to export the activity log'), { type: 'error' });
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button variant="outlined" color="inherit" startIcon={<FileDownloadOutlined />} onClick={() => void save()} loading={isSaving} loadingPosition="start" disabled={!total}>
      Export CSV
    </Button>
  );
};
