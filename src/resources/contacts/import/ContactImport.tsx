import { Alert, Box } from '@mui/material';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { LeaveGuard } from '#src/ui/forms/LeaveWarning.tsx';
import { pluralize } from '#src/ui/labels.ts';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { ProgressDialog } from '#src/ui/ProgressDialog.tsx';
import { paths } from '#src/paths.ts';
import { CheckRows, ImportDone } from './CheckRows.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { EarlierImports } from './EarlierImports.tsx';
import { MatchColumns } from './MatchColumns.tsx';
import { useContactImport, type ImportWork } from './useContactImport.ts';

export const ContactImport = () => (
  <RequireLocation feature="contacts" prompt="Select a location to import contacts" offersDashboard>
    <ImportPage />
  </RequireLocation>
);

const ImportPage = () => {
  const { name } = useSelectedLocation();
  const { step, go, work, error, notice, cancel, read, check, save } = useContactImport();
  const isSaving = work?.phase === 'saving';
  const isOutcomeUnknown = step.is === 'check' && step.wasSent === true;
  const isMatchedByHand = (step.is === 'match' || step.is === 'check') && step.isMatchedByHand === true;
  return (
    <>
      <PageHeader
        title="Import contacts"
        subtitle={`From a CSV file to ${name}`}
        back={{ to: paths.contacts.list, label: 'Back to Contacts' }}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {error && step.is !== 'match' && <Alert severity="error">{error}</Alert>}
        {notice && <Alert severity="info">{notice}</Alert>}
        {step.is === 'choose' && <ChooseFile onFile={(file) => void read(file)} />}
        {step.is === 'match' && (
          <MatchColumns
            step={step}
            error={error}
            onReading={(reading) => go({ ...step, reading, isMatchedByHand: true })}
            onCheck={() => void check(step)}
            onBack={() => go({ is: 'choose' })}
          />
        )}
        {step.is === 'check' && (
          <CheckRows step={step} onImport={() => void save(step)} onBack={() => go({ ...step, is: 'match' })} />
        )}
        {step.is === 'done' && <ImportDone step={step} onAgain={() => go({ is: 'choose' })} />}
        {(step.is === 'choose' || step.is === 'done') && <EarlierImports onUndone={() => go({ is: 'choose' })} />}
      </Box>
      <LeaveGuard
        isActive={isSaving || isOutcomeUnknown || isMatchedByHand}
        question={isSaving ? savingQuestion : isOutcomeUnknown ? unknownQuestion : leaveQuestion}
      />
      {work && <ImportProgress work={work} onCancel={cancel} />}
    </>
  );
};

const leaveQuestion = {
  title: 'Leave without importing?',
  text: 'No contact of the file has been imported.',
  confirmLabel: 'Leave',
  cancelLabel: 'Stay',
  isDangerous: true,
};

const savingQuestion = {
  title: 'Leave while contacts are being saved?',
  text: 'Whether they are saved is shown only here.',
  confirmLabel: 'Leave',
  cancelLabel: 'Stay',
  isDangerous: true,
};

/** The answer was lost. */
const unknownQuestion = { ...savingQuestion, title: 'Leave before you know what was saved?' };

/** Canceling it saves nothing. */
const ImportProgress = ({ work, onCancel }: { work: ImportWork; onCancel: () => void }) => (
  <ProgressDialog
    isOpen
    keepsFocus
    title={getTitle(work)}
    text={work.phase === 'saving' ? 'Either all of them are saved or none.' : 'Nothing is saved yet.'}
    onCancel={onCancel}
  />
);

const getTitle = (work: ImportWork) => {
  if (work.phase === 'reading') return 'Reading the file…';
  return work.phase === 'checking'
    ? `Checking ${pluralize(work.count, 'row')}…`
    : `Saving ${pluralize(work.count, 'contact')}…`;
};
