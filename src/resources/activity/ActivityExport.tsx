import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useListContext } from 'react-admin';
import { todayIn } from '#domain/rules/dates.ts';
import { useSaveCsv } from '#src/custom/lists/useSaveCsv.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { useNow } from '#src/custom/ui/time.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';

/** Saves the whole filtered log as a CSV file, which the server writes. Leaving the page stops it. */
export const ActivityExport = () => {
  const { companyId, timezone } = useSelectedLocation();
  const { filterValues, total } = useListContext();
  const dataProvider = useAppDataProvider();
  const { isSaving, save } = useSaveCsv(
    (signal) => dataProvider.activityCsv({ ...filterValues, companyId }, signal),
    `activity-${todayIn(timezone, useNow())}.csv`,
    'Failed to export the activity log',
  );
  return (
    <Button variant="outlined" color="inherit" startIcon={<FileDownloadOutlined />} onClick={save} loading={isSaving} loadingPosition="start" disabled={!total}>
      Export CSV
    </Button>
  );
};
