import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import { todayIn } from '#domain/rules/dates.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { lazyWithPreload } from '#src/lazyWithPreload.tsx';
import type { CsvColumn } from './csv.ts';
import { useCsvExport } from './useCsvExport.ts';

const ExportStatus = lazyWithPreload('export', () => import('./ExportStatus.tsx'), 'ExportStatus');

interface ExportButtonProps<Row> {
  /** What the rows are called, as in the file's name: `contacts` gives `contacts-2026-03-10.csv`. */
  noun: string;
  /** What a file holds, with the times of this time zone. */
  columns: (timezone: string) => readonly CsvColumn<Row>[];
}

/** Saves the whole filtered list as a CSV file, with its progress and a way to stop it. Stands inside a `ListPage`. */
export const ExportButton = <Row extends RaRecord>({ noun, columns }: ExportButtonProps<Row>) => {
  const { timezone } = useSelectedLocation();
  const { total } = useListContext();
  const fileName = () => `${noun.replaceAll(' ', '-')}-${todayIn(timezone, new Date())}.csv`;
  const { start, cancel, progress, error, dismiss } = useCsvExport<Row>(columns(timezone), fileName, `Failed to export ${noun}`);
  const [wasStarted, setStarted] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<FileDownloadOutlined />}
        onClick={() => {
          setStarted(true);
          void start();
        }}
        disabled={!total}
      >
        Export CSV
      </Button>
      {wasStarted && (
        <Suspense fallback={null}>
          <ExportStatus noun={noun} progress={progress} onCancel={cancel} error={error} onDismiss={dismiss} />
        </Suspense>
      )}
    </>
  );
};
