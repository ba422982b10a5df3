import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Button } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useDataProvider, useListContext, type RaRecord } from 'react-admin';
import { csvHead, csvLines, type CsvColumn } from '#domain/shared/csv.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { maxPageSize } from '#domain/shared/limits.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { LazyPart } from '../LazyPart.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { saveFile } from './csv.ts';
import { getNow } from '#src/clock.ts';

const ExportStatus = lazyWithPreload('export', () => import('./ExportStatus.tsx'), 'ExportStatus');

export interface ExportButtonProps<Row> {
  /** The plural noun for the rows. It also names the file: `contacts` gives `contacts-2026-03-10.csv`. */
  noun: string;
  columns: (timezone: string) => readonly CsvColumn<Row>[] | Promise<readonly CsvColumn<Row>[]>;
}

/** Saves the whole filtered list as a CSV file, with its progress and a button that cancels it. Stands inside a `ListPage`. */
export const ExportButton = <Row extends RaRecord>({ noun, columns }: ExportButtonProps<Row>) => {
  const { timezone } = useSelectedLocation();
  const { total } = useListContext();
  const { start, cancel, progress, error, dismiss } = useCsvExport<Row>(
    async () => columns(timezone),
    () => toFileName(noun, timezone),
    `Failed to export ${noun}`,
  );
  const [wasStarted, setStarted] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
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
        <LazyPart isOpen={progress !== undefined || error !== undefined} onClose={() => (cancel(), dismiss())}>
          <ExportStatus noun={noun} progress={progress} onCancel={cancel} error={error} onDismiss={dismiss} />
        </LazyPart>
      )}
    </>
  );
};

export const toFileName = (noun: string, timezone: string) =>
  `${noun.replaceAll(' ', '-')}-${todayIn(timezone, getNow())}.csv`;

export interface ExportProgress {
  done: number;
  total: number;
}

/**
 * Fetches every page of the surrounding list with its filters and order, and saves the rows as one file. A row that moves
 * between pages meanwhile is written once.
 */
const useCsvExport = <Row extends RaRecord>(
  toColumns: () => Promise<readonly CsvColumn<Row>[]>,
  fileName: () => string,
  failed: string,
) => {
  const dataProvider = useDataProvider();
  const { resource, filter, filterValues, sort } = useListContext();
  const [progress, setProgress] = useState<ExportProgress>();
  const [error, setError] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const cancel = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    // The button stays mounted, so that it can get the focus back.
    if (progress) return;
    const { signal } = (running.current = new AbortController());
    const query = { filter: { ...filterValues, ...filter }, sort };
    setError(undefined);
    setProgress({ done: 0, total: 0 });
    try {
      const columns = await toColumns();
      const parts = [csvHead(columns)];
      const seen = new Set<Row['id']>();
      for (let page = 1, total = Infinity; (page - 1) * maxPageSize < total; page += 1) {
        const response = await dataProvider.getList<Row>(resource, {
          ...query,
          pagination: { page, perPage: maxPageSize },
          signal,
        });
        signal.throwIfAborted();
        total = response.data.length === 0 ? 0 : (response.total ?? 0);
        parts.push(
          csvLines(
            columns,
            response.data.filter(({ id }) => !seen.has(id) && seen.add(id)),
          ),
        );
        setProgress({ done: seen.size, total });
      }
      saveFile(fileName(), parts, 'text/csv;charset=utf-8');
    } catch (cause) {
      if (!signal.aborted) setError(messageFrom(cause, failed));
    } finally {
      setProgress(undefined);
    }
  };
  return { start, cancel, progress, error, dismiss: () => setError(undefined) };
};
