import { Alert, Avatar, Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { MemberSummary } from '#domain/contacts/memberSummaryContract.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { isPastDue } from '#domain/contact-memberships/membershipStatus.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { repeatedVisitText } from '#src/resources/checkins/repeatedVisit.ts';
import {
  LastVisitText,
  MemberSummaryPlan,
  MemberSummaryState,
  useMemberSummary,
} from '#src/resources/contacts/memberSummary.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { MoneyField } from '#src/ui/fields.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { useNow } from '#src/ui/time.ts';
import type { ContactRow } from '#src/dataProvider/contacts.ts';

/** The summary of the chosen member, shown before the check-in, which never waits for it. */
export const MemberSummaryCard = ({ member, children }: { member: ContactRow; children?: ReactNode }) => {
  const summary = useMemberSummary(member.id);
  return (
    <Box component="section" aria-label={`Status of ${member.firstName} ${member.lastName}`} sx={card}>
      <MemberSummaryState query={summary} loading={<SkeletonBlock lines={3} />}>
        {(known) => <Known summary={known} photoUrl={member.previewUrl} />}
      </MemberSummaryState>
      {children}
    </Box>
  );
};

const Known = ({
  summary: { membership, lastVisit, repeatMinutes, due, warnOwed, notes },
  photoUrl,
}: {
  summary: MemberSummary;
  photoUrl: string | null;
}) => {
  const now = useNow();
  const { timezone } = useSelectedLocation();
  const repeated = repeatedVisitText({ lastVisit, repeatMinutes }, now);
  const isOwed = due !== null && due > 0;
  return (
    <>
      {membership && isPastDue(membership, todayIn(timezone, now)) && (
        <Alert severity="warning" role="status">
          The last renewal is not paid
        </Alert>
      )}
      {isOwed && warnOwed && (
        <Alert severity="warning" role="status">
          {formatMoney(due)} is owed
        </Alert>
      )}
      {repeated && (
        <Alert severity="info" role="status">
          {repeated}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, gap: 2, alignItems: 'flex-start' }}>
        {photoUrl && <Avatar variant="rounded" src={photoUrl} alt="" sx={{ width: 96, height: 96 }} />}
        <Box component="dl" sx={facts}>
          <Fact label="Membership">
            <MemberSummaryPlan membership={membership} />
          </Fact>
          {due !== null && (
            <Fact label="Amount due">
              <MoneyField amount={due} {...(isOwed && warnOwed && { severity: 'error' })} />
            </Fact>
          )}
          <Fact label="Last visit">
            <LastVisitText lastVisit={lastVisit} />
          </Fact>
          {notes && <Fact label="Notes">{notes}</Fact>}
        </Box>
      </Box>
    </>
  );
};

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <Typography component="dt" variant="body2" color="textSecondary">
      {label}
    </Typography>
    <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      {children}
    </Typography>
  </>
);

const card = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 1.5,
  pt: 2,
  borderTop: 1,
  borderColor: 'divider',
} as const;
const facts = {
  flex: '1 1 220px',
  minWidth: 0,
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 2,
  rowGap: 1,
  m: 0,
} as const;
