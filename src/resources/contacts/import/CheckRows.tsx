import Check from '@mui/icons-material/Check';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Alert, Box, Button, Link as MuiLink, Paper } from '@mui/material';
import { Link } from 'react-router-dom';
import type { Sheet } from '#domain/contact-import/rows.ts';
import { csvHead, csvLines, type CsvColumn } from '#domain/shared/csv.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { saveFile } from '#src/ui/lists/csv.ts';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { pluralize } from '#src/ui/labels.ts';
import { Section } from '#src/ui/Section.tsx';
import { paths } from '#src/paths.ts';
import type { SkippedRow } from './checkedRows.ts';
import { ImportOutcome } from './ImportOutcome.tsx';
import { ImportStepFrame, RowPerson } from './ImportParts.tsx';
import type { CheckStep, DoneStep } from './useContactImport.ts';
import { getNow } from '#src/clock.ts';

interface CheckRowsProps {
  step: CheckStep;
  onImport: () => void;
  onBack: () => void;
}

export const CheckRows = ({ step: { sheet, rows }, onImport, onBack }: CheckRowsProps) => {
  const { name } = useSelectedLocation();
  const count = rows.ready.length;
  return (
    <ImportStepFrame label="Check the rows">
      <Section
        title={count > 0 ? `${pluralize(count, 'contact')} to import` : 'Nothing to import'}
        text={
          count > 0
            ? `They become contacts with ${name} as home location.`
            : 'No row of this file can be imported. The reasons are below.'
        }
      >
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {count > 0 && (
            <Button variant="contained" onClick={onImport}>
              Import {pluralize(count, 'Contact')}
            </Button>
          )}
          <Button color="inherit" onClick={onBack}>
            Back to columns
          </Button>
        </Box>
      </Section>
      {count > 0 && <ImportOutcome rows={rows} />}
      <UnmatchedPlans plans={rows.unmatchedPlans ?? new Map()} />
      <SkippedRows sheet={sheet} rows={rows.skipped} />
    </ImportStepFrame>
  );
};

/** Hundreds of rows may be skipped for a few plans. */
const UnmatchedPlans = ({ plans }: { plans: ReadonlyMap<string, number> }) => {
  if (plans.size === 0) return null;
  const named = [...plans]
    .toSorted(([, a], [, b]) => b - a)
    .map(([plan, rows]) => `${plan} (${pluralize(rows, 'row')})`);
  return (
    <Alert
      severity="warning"
      sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' }, '& .MuiAlert-message': { flex: '1 1 220px' } }}
      action={
        // The import waits here.
        <Button component={Link} to={paths.memberships.add} target="_blank" rel="opener" color="inherit" size="small">
          Add Membership
        </Button>
      }
    >
      {`No plan here, or more than one, is called ${new Intl.ListFormat('en-US').format(named)}. Add or rename plans, go back to the columns, and check the rows again.`}
    </Alert>
  );
};

const shownRows = 100;

/** The rows that are left out, each with its reason. They can be downloaded, corrected and imported separately. */
const SkippedRows = ({ sheet, rows }: { sheet: Sheet; rows: readonly SkippedRow[] }) => {
  const { timezone } = useSelectedLocation();
  if (rows.length === 0) return null;
  const save = () => {
    const columns = fileColumns(sheet);
    saveFile(
      `contacts-skipped-${todayIn(timezone, getNow())}.csv`,
      [csvHead(columns), csvLines(columns, rows)],
      'text/csv;charset=utf-8',
    );
  };
  return (
    <Section
      title={`${pluralize(rows.length, 'row')} skipped`}
      text={
        rows.length > shownRows
          ? `The first ${shownRows} of them; the file has all.`
          : 'Download them with the reasons, correct them, and import them again.'
      }
      isFlush
      actions={
        <Button variant="outlined" startIcon={<FileDownloadOutlined />} onClick={save}>
          Download CSV
        </Button>
      }
    >
      <StaticTable label="Skipped rows" columns={columns} rows={rows.slice(0, shownRows)} />
    </Section>
  );
};

const fileColumns = ({ headings }: Sheet): CsvColumn<SkippedRow>[] => [
  ...headings.map((label, index): CsvColumn<SkippedRow> => ({ label, value: ({ row }) => row.cells[index] })),
  { label: 'Reason', value: ({ reason }) => reason },
];

const columns: readonly Column<SkippedRow>[] = [
  { label: 'Name', cell: ({ name, email }) => <RowPerson name={name} email={email} /> },
  {
    label: 'Row',
    inCard: 'end',
    cell: ({ id }) => (
      <>
        <span className="table-only">{id.toLocaleString('en-US')}</span>
        <span className="card-only">{`Row ${id.toLocaleString('en-US')}`}</span>
      </>
    ),
  },
  {
    label: 'Reason',
    inCard: 'line',
    cell: ({ reason, contactId }) =>
      contactId ? (
        // Opens in a new tab, because the import waits here. The new tab inherits the selected location.
        <MuiLink component={Link} to={paths.contacts.show(contactId)} target="_blank" rel="opener">
          {reason}
        </MuiLink>
      ) : (
        reason
      ),
  },
];

export const ImportDone = ({ step: { imported, sheet, rows }, onAgain }: { step: DoneStep; onAgain: () => void }) => (
  <ImportStepFrame label="Import complete">
    <Paper variant="outlined">
      <EmptyState
        heading="h2"
        icon={<Check />}
        title={`${pluralize(imported, 'contact')} imported`}
        text={doneText(rows.summary?.renewalsOnHold ?? 0)}
      >
        <Button component={Link} to={paths.contacts.list} variant="contained">
          View contacts
        </Button>
        <Button color="inherit" onClick={onAgain}>
          Import another file
        </Button>
      </EmptyState>
    </Paper>
    <SkippedRows sheet={sheet} rows={rows.skipped} />
  </ImportStepFrame>
);

const doneText = (renewalsOnHold: number) =>
  renewalsOnHold > 0
    ? `Nobody is charged yet: a company admin activates the renewals of ${pluralize(renewalsOnHold, 'membership')} on the dashboard.`
    : 'The newest are first in the list.';
