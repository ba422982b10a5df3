import {
  Box,
  Button,
  DialogActions,
  DialogContent,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNotify } from 'react-admin';
import type {
  Household,
  HouseholdMember,
  HouseholdRemovalPreview,
  LeavingMembership,
  RemovalChoice,
} from '#domain/households/contract.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { formatMoney, sum } from '#domain/shared/money.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { householdActions } from '#src/dataProvider/households.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { QueryState } from '#src/ui/QueryState.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { SubmitError } from '#src/ui/forms/SubmitError.tsx';

interface RemoveMemberDialogProps {
  readonly household: Household;
  readonly member: HouseholdMember;
  readonly onClose: () => void;
}

/** Says what becomes of the paid days before anybody is removed. */
export const RemoveMemberDialog = ({ household, member, onClose }: RemoveMemberDialogProps) => {
  const notify = useNotify();
  const [choice, setChoice] = useState<RemovalChoice>('renew');
  // Set with the press itself: `isPending` may come after the answer.
  const [isLeaving, setLeaving] = useState(false);
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: () => householdActions.removeHouseholdMember(household.id, member.id, choice),
    onSuccess: () => {
      notify(`${fullName(member)} left the household`, { type: 'success' });
      onClose();
    },
    onError: () => setLeaving(false),
  });
  const remove = () => {
    setLeaving(true);
    mutate();
  };
  const query = useQuery({
    queryKey: ['contacts', 'householdRemoval', household.id, member.id],
    queryFn: ({ signal }) => householdActions.householdRemoval(household.id, member.id, signal),
    refetchOnMount: 'always',
    // The server knows nothing of the days of somebody who has left.
    enabled: !isLeaving,
  });
  return (
    <TitledDialog title={`Remove ${fullName(member)} from the household?`} onClose={() => !isPending && onClose()}>
      <DialogContent sx={{ display: 'grid', gap: 2, pt: 0 }}>
        {error && <SubmitError>{messageFrom(error, 'The member was not removed')}</SubmitError>}
        <QueryState query={query} fallback="Couldn’t load what is paid" loading={<SkeletonBlock lines={2} />}>
          {(preview) => (
            <Outcome
              preview={preview}
              member={member}
              payer={fullName(household.payer)}
              choice={choice}
              onChoose={setChoice}
            />
          )}
        </QueryState>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button variant="contained" color="error" loading={isPending} disabled={!query.data} onClick={remove}>
          Remove
        </Button>
      </DialogActions>
    </TitledDialog>
  );
};

interface OutcomeProps {
  readonly preview: HouseholdRemovalPreview;
  readonly member: HouseholdMember;
  readonly payer: string;
  readonly choice: RemovalChoice;
  readonly onChoose: (choice: RemovalChoice) => void;
}

const Outcome = ({ preview: { memberships, hasSavedCard }, member, payer, choice, onChoose }: OutcomeProps) => {
  const id = useId();
  const { firstName } = member;
  const unpaid = memberships.flatMap((membership) => membership.unpaid ?? []);
  return (
    <>
      {memberships.length === 0 && <Typography>{`${firstName} holds no membership.`}</Typography>}
      {memberships.length > 0 && (
        <Box component="ul" aria-label="What is paid" sx={{ m: 0, pl: 2.5 }}>
          {memberships.map((membership) => (
            <li key={membership.id}>{paidText(firstName, membership)}</li>
          ))}
        </Box>
      )}
      {unpaid.length > 0 && (
        <Typography>
          {`What is billed already, ${formatMoney(sum(unpaid.map(({ due }) => due)))}, stays with ${payer}.`}
        </Typography>
      )}
      {memberships.some(({ autoRenew }) => autoRenew) && (
        <FormControl>
          <FormLabel id={id}>After that</FormLabel>
          <RadioGroup aria-labelledby={id} value={choice} onChange={(_event, next) => onChoose(next as RemovalChoice)}>
            <FormControlLabel
              value="renew"
              control={<Radio />}
              label={
                hasSavedCard
                  ? `Renew on ${firstName}’s own card`
                  : `Renew, with an invoice to ${firstName}, who has no saved card`
              }
            />
            <FormControlLabel value="end" control={<Radio />} label="End with the paid days" />
          </RadioGroup>
        </FormControl>
      )}
    </>
  );
};

const paidText = (firstName: string, { name, paidThrough }: LeavingMembership) =>
  paidThrough ? `${firstName} keeps ${name} through ${shortDate(paidThrough, 'UTC')}` : `${firstName} keeps ${name}`;
