import {
  Alert,
  Box,
  Button,
  Checkbox,
  DialogActions,
  DialogContent,
  FormControlLabel,
  Link,
  TextField,
} from '@mui/material';
import { Fragment, useState } from 'react';
import { useNotify } from 'react-admin';
import { evidenceNoteMaxLength, type DisputeEvidence, type EvidenceSection } from '#domain/disputes/contract.ts';
import type { EvidencePart } from '#domain/disputes/disputeState.ts';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { saveFile } from '#src/ui/lists/csv.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { disputeActions } from '#src/dataProvider/disputes.ts';
import { signatureActions } from '#src/dataProvider/signatures.ts';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { useInvoiceMutation } from '../useInvoiceMutation.ts';
import { Draft } from '#src/ui/forms/FormDraft.tsx';
import { LeaveGuard } from '#src/ui/forms/LeaveWarning.tsx';
import { SubmitError } from '#src/ui/forms/SubmitError.tsx';

interface DisputeDialogProps {
  invoice: InvoiceRecord;
  evidence: DisputeEvidence;
  onClose: () => void;
}

/** Somebody reads what was gathered, leaves out what they wish, and sends it or takes it along as a file. */
export const DisputeDialog = ({ invoice, evidence: { dispute, parts }, onClose }: DisputeDialogProps) => {
  const [omitted, setOmitted] = useState<readonly EvidencePart[]>([]);
  const [note, setNote] = useState('');
  const chosen = parts.map(({ part }) => part).filter((part) => !omitted.includes(part));
  const body = { parts: chosen, ...(note.trim() && { note: note.trim() }) };
  const { send, download, error } = useAnswer(invoice, onClose);
  const canSend = dispute.refusal === null;
  const isBusy = send.isPending || download.isPending;
  const isDirty = canSend && (note !== '' || omitted.length > 0);
  const { confirm, dialog } = useConfirm();
  const leave = async () => {
    if (!isBusy && (!isDirty || (await confirm(closeQuestion)))) onClose();
  };
  return (
    <TitledDialog title={canSend ? 'Answer dispute' : 'Dispute File'} maxWidth="md" onClose={() => void leave()}>
      <DialogContent sx={{ display: 'grid', gap: 2, pt: 0 }}>
        <Draft
          of={`dispute of ${invoice.id}`}
          isDirty={isDirty}
          read={() => ({ note, omitted })}
          onRestore={(draft) => {
            setNote(draft.note);
            setOmitted(draft.omitted);
          }}
        />
        {error && <SubmitError>{error}</SubmitError>}
        {canSend && (
          <Alert severity="info">
            Read what is sent, and leave out what the bank need not see. It can be sent once; nothing can be added
            later.
          </Alert>
        )}
        {parts.map((section) => (
          <Part
            key={section.part}
            section={section}
            isChosen={chosen.includes(section.part)}
            onChange={(isChosen) =>
              setOmitted(isChosen ? omitted.filter((part) => part !== section.part) : [...omitted, section.part])
            }
          />
        ))}
        <TextField
          label="Note to the bank"
          multiline
          minRows={2}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          helperText="For example what was said when the customer called"
          slotProps={{ htmlInput: { maxLength: evidenceNoteMaxLength } }}
        />
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1, px: { xs: 2, sm: 3 } }}>
        <Button color="inherit" onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <Button
          variant={canSend ? 'outlined' : 'contained'}
          loading={download.isPending}
          disabled={chosen.length === 0 || isBusy}
          onClick={() => download.mutate(body)}
        >
          Download PDF
        </Button>
        {canSend && (
          <Button
            variant="contained"
            loading={send.isPending}
            disabled={chosen.length === 0 || isBusy}
            onClick={() => send.mutate(body)}
          >
            Send to the bank
          </Button>
        )}
      </DialogActions>
      <LeaveGuard isActive={isDirty && !isBusy} question={leaveQuestion} />
      {dialog}
    </TitledDialog>
  );
};

const leaveQuestion = {
  title: 'Leave without sending?',
  text: 'Your answer has not been sent.',
  confirmLabel: 'Leave',
  cancelLabel: 'Keep editing',
  isDangerous: true,
} as const;
const closeQuestion = { ...leaveQuestion, title: 'Close without sending?', confirmLabel: 'Close' };

const shownRows = 8;

const Part = ({
  section: { title, rows, signatures = [] },
  isChosen,
  onChange,
}: {
  section: EvidenceSection;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}) => {
  const [isWhole, setWhole] = useState(false);
  return (
    <Box component="section" aria-label={title} sx={{ opacity: isChosen ? 1 : 0.6 }}>
      <FormControlLabel
        control={<Checkbox checked={isChosen} onChange={(_event, checked) => onChange(checked)} />}
        label={title}
        slotProps={{ typography: { sx: { fontWeight: 600 } } }}
      />
      <Box sx={{ pl: { xs: 0, sm: 4 } }}>
        <Box component="dl" sx={rowStyles}>
          {rows.slice(0, isWhole ? rows.length : shownRows).map(({ label, value }, index) => (
            <Fragment key={index}>
              <Box component="dt" sx={{ color: 'text.secondary' }}>
                {label}
              </Box>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </Box>
        {!isWhole && rows.length > shownRows && (
          <Button size="small" onClick={() => setWhole(true)}>{`Show all ${rows.length}`}</Button>
        )}
        {signatures.map(({ id, name }) => (
          <SignedFile key={id} id={id} name={name} />
        ))}
      </Box>
    </Box>
  );
};

const rowStyles = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 2fr)' },
  columnGap: 2,
  rowGap: 0.5,
  m: 0,
  typography: 'body2',
  '& dd': { m: 0, overflowWrap: 'anywhere' },
} as const;

/** Opens the file that is sent. */
const SignedFile = ({ id, name }: { id: string; name: string }) => {
  const notify = useNotify();
  const { mutate } = useSingleMutation({
    mutationFn: () => signatureActions.signatureDownload(id),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => notify(messageFrom(error, 'Failed to download the agreement'), { type: 'error' }),
  });
  return (
    <Link component="button" type="button" onClick={() => mutate()} sx={{ display: 'block', mt: 1 }}>
      {`Download ${name}`}
    </Link>
  );
};

const useAnswer = (invoice: InvoiceRecord, onClose: () => void) => {
  const notify = useNotify();
  const send = useInvoiceMutation(
    invoice.id,
    'dispute-evidence',
    (body: { parts: EvidencePart[]; note?: string }, key) => disputeActions.send(invoice.id, body, key),
    {
      onSuccess: ({ message }) => {
        notify(message, { type: 'success' });
        onClose();
      },
    },
  );
  const download = useSingleMutation({
    mutationFn: (body: { parts: EvidencePart[]; note?: string }) =>
      disputeActions.file(invoice.id, body, new AbortController().signal),
    onSuccess: (file) => saveFile(`dispute-${invoice.number ?? invoice.id}.pdf`, [file], 'application/pdf'),
  });
  const failed = send.error ?? download.error;
  const fallback = send.error ? 'Failed to send the evidence' : 'Failed to make the PDF';
  return { send, download, error: failed ? messageFrom(failed, fallback) : undefined };
};
