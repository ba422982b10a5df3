import { Button, DialogActions, DialogContent, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { paymentLinkBody } from '#domain/invoices/paymentLinkContract.ts';
import { longDate } from '#domain/shared/dateText.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { Draft } from '#src/ui/forms/FormDraft.tsx';
import { SubmitError } from '#src/ui/forms/SubmitError.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { CardsNotSetUp } from '../payments/CardsNotSetUp.tsx';
import { cardAvailability, useStripeConfig } from '../payments/useStripeConfig.ts';

interface MadeLink {
  readonly url: string;
  readonly expiresAt: string;
}

interface LinkDialogProps {
  title: string;
  /** As a sentence begins with it. */
  name: 'Payment link' | 'Card link';
  text: string;
  /** The address that is offered. */
  email: string;
  /** Names what the link is for, as for `FormDialog`. */
  draftOf: string;
  companyId: string | undefined;
  timezone: string;
  make: (body: { email?: string }) => Promise<MadeLink>;
  onClose: () => void;
}

/** Emails a link to a page on which a card is entered, or copies it. */
export const LinkDialog = ({ title, name, text, companyId, timezone, onClose, ...rest }: LinkDialogProps) => {
  const [email, setEmail] = useState(rest.email);
  const { send, copy, link, problem, error, isBusy } = useLink({ name, timezone, make: rest.make, onClose });
  const card = cardAvailability(useStripeConfig(companyId)).state;
  return (
    <TitledDialog title={title} onClose={() => !isBusy && onClose()}>
      {card === 'loading' && (
        <DialogContent>
          <SkeletonBlock lines={6} />
        </DialogContent>
      )}
      {card === 'ready' && (
        <form noValidate onSubmit={(event) => (event.preventDefault(), send(email.trim()))}>
          <DialogContent sx={{ display: 'grid', gap: 2, pt: 0 }}>
            <Typography color="textSecondary">{text}</Typography>
            {!link && (
              <Draft
                of={rest.draftOf}
                isDirty={email !== rest.email}
                read={() => ({ email })}
                onRestore={(draft) => setEmail(draft.email)}
              />
            )}
            {error && <SubmitError>{error}</SubmitError>}
            {link ? (
              <TextField
                label={name}
                value={link.url}
                autoFocus
                onFocus={(event) => event.target.select()}
                helperText={`Works until ${longDate(link.expiresAt, timezone)}`}
                slotProps={{ htmlInput: { readOnly: true } }}
              />
            ) : (
              <TextField
                label="Email"
                type="email"
                autoFocus
                value={email}
                onChange={(event) => setEmail(event.target.value)}
                error={problem !== undefined}
                helperText={problem}
                slotProps={{ htmlInput: { autoComplete: 'off' } }}
              />
            )}
          </DialogContent>
          <DialogActions
            sx={{ px: { xs: 2, sm: 3 }, '& > .MuiButton-root': { px: { xs: 1.5, sm: 2 }, whiteSpace: 'nowrap' } }}
          >
            <Button color="inherit" onClick={onClose} disabled={isBusy}>
              {link ? 'Done' : 'Cancel'}
            </Button>
            <Button variant={link ? 'contained' : 'outlined'} onClick={copy} disabled={isBusy}>
              Copy link
            </Button>
            {!link && (
              <Button type="submit" variant="contained" loading={isBusy}>
                Send link
              </Button>
            )}
          </DialogActions>
        </form>
      )}
      {card === 'not configured' && <CardsNotSetUp companyId={companyId} onClose={onClose} />}
    </TitledDialog>
  );
};

const useLink = ({
  name,
  timezone,
  make,
  onClose,
}: Pick<LinkDialogProps, 'name' | 'timezone' | 'make' | 'onClose'>) => {
  const notify = useNotify();
  const [link, setLink] = useState<MadeLink>();
  const [problem, setProblem] = useState<string>();

  const { mutate, reset, isPending, error, variables } = useSingleMutation({
    /** Sends it to an address; copies it without one. */
    mutationFn: async (email: string | undefined) => {
      if (email !== undefined) {
        const { expiresAt } = await make({ email });
        notify(`${name} sent to ${email}. It works until ${longDate(expiresAt, timezone)}.`, { type: 'success' });
        return onClose();
      }
      const made = link ?? (await make({}));
      setLink(made);
      await navigator.clipboard.writeText(made.url).catch(() => Promise.reject(new Error(notCopied)));
      return notify(`${name} copied`, { type: 'success' });
    },
  });
  const send = (email: string) => {
    const checked = paymentLinkBody.safeParse({ email });
    const issue = email === '' ? 'Enter an email address, or copy the link' : checked.error?.issues[0]?.message;
    setProblem(issue);
    if (issue) reset();
    else mutate(email);
  };
  const copy = () => {
    setProblem(undefined);
    mutate(undefined);
  };
  const failed = `Failed to ${variables === undefined ? 'make' : 'send'} the ${name.toLowerCase()}`;
  return { send, copy, link, problem, error: error ? messageFrom(error, failed) : undefined, isBusy: isPending };
};

const notCopied = 'Your browser did not let us copy the link. Copy it from the field below.';
