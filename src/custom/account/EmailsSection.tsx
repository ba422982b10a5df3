import { FormControlLabel, FormHelperText, Switch } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useNotify } from 'react-admin';
import type { AccountEmails } from '#domain/account/contract.ts';
import { companyLevel } from '#src/authProvider/companyAccess.ts';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { accountActions } from '#src/dataProvider/account.ts';

/** Only company admins choose which emails they get. */
export const EmailsSection = () => {
  const isAdmin = companyLevel() !== null;
  const query = useQuery({ queryKey, queryFn: ({ signal }) => accountActions.accountEmails(signal), enabled: isAdmin });
  if (!isAdmin) return null;
  return (
    <Section title="Emails to You" text="What Spotter emails you as the admin of a company." isBeside>
      <QueryState query={query} fallback="Couldn’t load your email choices" loading={<SkeletonBlock />}>
        {(emails) => <ZReports {...emails} />}
      </QueryState>
    </Section>
  );
};

const queryKey = ['account-emails'];

const ZReports = ({ zReports }: AccountEmails) => {
  const id = useId();
  const notify = useNotify();
  const client = useQueryClient();
  const { mutate: change, isPending } = useMutation({
    mutationFn: (next: boolean) => accountActions.saveAccountEmails({ zReports: next }),
    onSuccess: (emails, next) => {
      client.setQueryData(queryKey, emails);
      notify(next ? 'End-of-day reports will be emailed to you' : 'End-of-day reports are no longer emailed to you', {
        type: 'success',
      });
    },
    onError: (error) => notify(messageFrom(error, 'Failed to save'), { type: 'error' }),
  });
  return (
    <>
      <FormControlLabel
        control={
          <Switch
            checked={zReports}
            onChange={(_event, next) => change(next)}
            disabled={isPending}
            slotProps={{ input: { 'aria-describedby': id } }}
          />
        }
        label="End-of-day reports (Z)"
      />
      <FormHelperText id={id} sx={{ mt: 0 }}>
        Each time a cash drawer is counted and closed, at any location of your companies.
      </FormHelperText>
    </>
  );
};
