import { useEffect, useRef, useState } from 'react';
import type { Reading, Sheet } from '#domain/contact-import/rows.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { createIdempotencyKey, messageFrom } from '#src/dataProvider/http.ts';
import { importContacts } from '#src/dataProvider/contact-import.ts';
import { isClientError, isUnsent, sayLoss } from '#src/dataProvider/sendAttempt.ts';
import { readSheet, readRows, withResponse, type CheckedRows } from './checkedRows.ts';
import { readCsv } from './readCsv.ts';
import { getNow } from '#src/clock.ts';

export interface MatchStep {
  is: 'match';
  fileName: string;
  sheet: Sheet;
  reading: Reading;
  isMatchedByHand?: boolean;
}
export interface CheckStep extends Omit<MatchStep, 'is'> {
  is: 'check';
  rows: CheckedRows;
  /** One attempt of the user's: a second press after a lost response imports nothing twice. */
  key: string;
  wasSent?: boolean;
}
export interface DoneStep extends Pick<CheckStep, 'sheet' | 'rows'> {
  is: 'done';
  imported: number;
}
type ImportStep = { is: 'choose' } | MatchStep | CheckStep | DoneStep;

export type ImportWork = { phase: 'reading' } | { phase: 'checking' | 'saving'; count: number };

/** Lets the browser paint the new state before thousands of rows keep it busy. */
const waitForPaint = () => new Promise((resolve) => setTimeout(resolve));

const canceled = 'canceled';
const failed = 'Failed to import contacts';

/** The steps of an import: choose a file, match its columns, check its rows, save. One thing runs at a time. */
export const useContactImport = () => {
  const { id: locationId, timezone } = useSelectedLocation();
  const [step, setStep] = useState<ImportStep>({ is: 'choose' });
  const [work, setWork] = useState<ImportWork>();
  const [error, setError] = useState<string>();
  const [notice, setNotice] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const cancel = () => running.current?.abort(canceled);

  const go = (next: ImportStep) => {
    setError(undefined);
    setNotice(undefined);
    setStep(next);
  };

  const run = async (what: ImportWork, doing: (signal: AbortSignal) => Promise<ImportStep>): Promise<boolean> => {
    const { signal } = (running.current = new AbortController());
    setWork(what);
    setError(undefined);
    setNotice(undefined);
    try {
      await waitForPaint();
      setStep(await doing(signal));
    } catch (cause) {
      if (!signal.aborted) setError(messageFrom(cause, failed));
    } finally {
      setWork(undefined);
    }
    return signal.reason !== canceled;
  };

  const toBody = ({ ready }: CheckedRows) => ({ locationId, contacts: ready.map(({ contact }) => contact) });

  const checked = async (rows: CheckedRows, signal: AbortSignal) => {
    if (rows.ready.length === 0) return rows;
    return withResponse(rows, await importContacts({ ...toBody(rows), dryRun: true }, { signal }));
  };

  const read = (file: File) =>
    run({ phase: 'reading' }, async (signal) => {
      const sheet = await readCsv(file);
      signal.throwIfAborted();
      return { is: 'match', fileName: file.name, sheet, reading: readSheet(sheet, todayIn(timezone, getNow())) };
    });

  const check = (from: MatchStep) =>
    run({ phase: 'checking', count: from.sheet.rows.length }, async (signal) => ({
      ...from,
      is: 'check',
      rows: await checked(readRows(from.sheet, from.reading), signal),
      key: createIdempotencyKey(),
    }));

  const save = async (from: CheckStep) => {
    const count = from.rows.ready.length;
    const wasCompleted = await run({ phase: 'saving', count }, async (signal) => {
      const response = await importContacts(toBody(from.rows), { signal, idempotencyKey: from.key }).catch(
        (refusal: unknown) => {
          // What was refused may be allowed later, and then gets a new key.
          if (isClientError(refusal)) setStep({ ...from, key: createIdempotencyKey(), wasSent: false });
          else if (!isUnsent(refusal)) setStep({ ...from, wasSent: true });
          throw sayLoss(refusal, from.wasSent === true);
        },
      );
      return { is: 'done', sheet: from.sheet, rows: withResponse(from.rows, response), imported: response.imported };
    });
    if (!wasCompleted) await settle(from);
  };

  /** A canceled save may already have finished. Only the server knows, and it answers once that import has ended. */
  const settle = async (from: CheckStep) => {
    const count = from.rows.ready.length;
    let message =
      'The import may have finished before it was canceled. Import again to find out. It is done only once.';
    await run({ phase: 'checking', count }, async (signal) => {
      const rows = await checked(from.rows, signal);
      const isSaved = rows.ready.length === 0;
      message = isSaved ? 'The import finished before it could be canceled.' : 'Import canceled. Nothing was saved.';
      if (!isSaved) return { ...from, rows, key: createIdempotencyKey(), wasSent: false };
      return { is: 'done', sheet: from.sheet, rows: from.rows, imported: count };
    });
    setNotice(message);
  };

  return { step, go, work, error, notice, cancel, read, check, save };
};
