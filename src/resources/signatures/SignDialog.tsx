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
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { signatureBody, type MissingAgreement } from '#domain/signatures/contract.ts';
import { consentText, isMinor, signingRefusals } from '#domain/signatures/signing.ts';
import { todayIn } from '#domain/shared/dates.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { signatureActions, type Signing } from '#src/dataProvider/signatures.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { DrawingPad } from '#src/custom/sign/DrawingPad.tsx';
import { useSigning } from '#src/custom/sign/useSigning.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { GuardianFields } from './GuardianFields.tsx';
import { Draft } from '#src/ui/forms/FormDraft.tsx';
import { SubmitError } from '#src/ui/forms/SubmitError.tsx';
import { getNow } from '#src/clock.ts';
import { atContactForm } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';

interface SignDialogProps {
  readonly contact: ContactRecord;
  readonly agreement: MissingAgreement;
  readonly onClose: () => void;
  /** The contact's form opens: whatever is over it closes. */
  readonly onEdit: () => void;
}

/** What is kept when the session ends. The signer ticks the terms, draws and agrees again: no drawn signature is stored in a browser. */
type Given = Pick<ReturnType<typeof useSigning>['fields'], 'name' | 'guardian'>;

/** Signed on the desk's screen. */
export const SignDialog = ({ contact, agreement, onClose, onEdit }: SignDialogProps) => {
  const isPhone = useIsPhone();
  const { timezone } = useSelectedLocation();
  const { save, error, isBusy, form } = useDeskSigning(contact, agreement, onClose);
  const { dateOfBirth } = contact;
  const [today] = useState(() => todayIn(timezone, getNow()));
  const needsGuardian = Boolean(dateOfBirth) && isMinor(dateOfBirth ?? '', today);
  const restore = ({ name, guardian }: Given) => {
    form.setName(name);
    form.setGuardian(guardian);
  };
  return (
    <TitledDialog
      title={`Sign ${agreement.name}`}
      maxWidth="md"
      fullScreen={isPhone}
      onClose={() => !isBusy && onClose()}
    >
      <form
        noValidate
        style={{ display: 'contents' }}
        onSubmit={(event) => {
          event.preventDefault();
          save(needsGuardian);
        }}
      >
        <DialogContent sx={{ display: 'grid', gap: 2, pt: 0, alignContent: 'start' }}>
          <Draft<Given>
            of={`signature of ${agreement.agreementVersionId} for ${agreement.contactMembershipId}`}
            isDirty={form.name !== '' || form.guardian.name !== '' || form.guardian.relation !== ''}
            read={() => ({ name: form.name, guardian: form.guardian })}
            onRestore={restore}
            kept="The names were kept. Tick, draw and agree again."
          />
          {!dateOfBirth && (
            <Alert
              severity="warning"
              action={
                contact.mayChange !== false && (
                  <Button
                    component={RouterLink}
                    to={paths.contacts.show(contact.id)}
                    {...atContactForm()}
                    color="inherit"
                    size="small"
                    onClick={onEdit}
                    sx={{ whiteSpace: 'nowrap' }}
                  >
                    Edit Contact
                  </Button>
                )
              }
            >
              {signingRefusals.needsBirthDate}.
            </Alert>
          )}
          {/* Browsers of phones show no PDF in a frame, or its first page only. */}
          <Box
            component="object"
            data={agreement.url}
            type="application/pdf"
            aria-label={`${agreement.name}, PDF`}
            sx={{
              display: { xs: 'none', sm: 'block' },
              width: '100%',
              height: { xs: '40vh', sm: '46vh' },
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
            }}
          />
          <Link
            href={agreement.url}
            target="_blank"
            rel="noreferrer"
            sx={{ justifySelf: 'start', alignContent: 'center', minHeight: { xs: 44, sm: 0 } }}
          >
            Open the PDF
          </Link>
          <Box>
            {agreement.terms.map((term) => (
              <FormControlLabel
                key={term}
                sx={{ display: 'flex', mr: 0 }}
                control={
                  <Checkbox checked={form.ticks.has(term)} onChange={(_event, isTicked) => form.tick(term, isTicked)} />
                }
                label={term}
              />
            ))}
          </Box>
          {needsGuardian && (
            <GuardianFields contactId={contact.id} guardian={form.guardian} onChange={form.setGuardian} />
          )}
          <TextField
            label={needsGuardian ? 'Full name of the member' : 'Full name, typed by the signer'}
            value={form.name}
            onChange={({ target }) => form.setName(target.value)}
            slotProps={{ htmlInput: { autoComplete: 'off' } }}
          />
          <Box>
            <Typography variant="body2" color="textSecondary" sx={{ mb: 0.75 }}>
              Drawn signature (optional)
            </Typography>
            <Box sx={{ maxWidth: 600 }}>
              <DrawingPad label="Drawn signature" onChange={form.setDrawing} />
            </Box>
          </Box>
          <FormControlLabel
            sx={{ mr: 0 }}
            control={<Checkbox checked={form.consent} onChange={(_event, isTicked) => form.setConsent(isTicked)} />}
            label={consentText}
          />
          {error && <SubmitError>{error}</SubmitError>}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={isBusy} disabled={!dateOfBirth}>
            Sign
          </Button>
        </DialogActions>
      </form>
    </TitledDialog>
  );
};

function useDeskSigning(contact: ContactRecord, agreement: MissingAgreement, onClose: () => void) {
  const notify = useNotify();
  const { fields, hasTickedAll, toBody } = useSigning(agreement.terms);
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending, error } = useIdempotentMutation({
    mutationFn: (body: Signing, key) => signatureActions.signAgreement(contact.id, body, key),
    onSuccess: () => {
      notify('Agreement signed', { type: 'success' });
      onClose();
    },
  });
  const save = (needsGuardian: boolean) => {
    const body: Signing = {
      agreementVersionId: agreement.agreementVersionId,
      contactMembershipId: agreement.contactMembershipId,
      ...toBody(needsGuardian),
    };
    const issue = hasTickedAll ? signatureBody.safeParse(body).error?.issues[0]?.message : 'Tick each term first';
    setProblem(issue);
    if (!issue) mutate(body);
  };
  return {
    save,
    error: problem ?? (error ? messageFrom(error, 'Failed to sign the agreement') : undefined),
    isBusy: isPending,
    form: fields,
  };
}
