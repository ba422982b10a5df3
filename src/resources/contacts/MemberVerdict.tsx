import { Alert, Box, Link as TextLink, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { MemberSummary } from '#domain/contacts/memberSummaryContract.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { isPastDue } from '#domain/contact-memberships/membershipStatus.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { repeatedVisitText } from '#src/resources/checkins/repeatedVisit.ts';
import {
  LastVisit,
  MemberSummaryPlan,
  MemberSummaryState,
  useMemberSummary,
  type useDenial,
} from './memberSummary.tsx';
import { PaidBy } from './PaidBy.tsx';
import { useContactNotes } from './notes/useContactNotes.ts';
import { useAccess, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { atTab } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';
import { DateField, MoneyField } from '#src/ui/fields.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { useNow } from '#src/ui/time.ts';

/** What the desk looks at before the press, which never waits for it. Its lines keep the button in sight below them. */
export const MemberVerdict = ({ memberId, ...props }: MemberVerdictProps) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, alignContent: 'start' }}>
    <MemberSummaryState query={useMemberSummary(memberId)} loading={<SkeletonBlock lines={3} />}>
      {(summary) => <Verdict memberId={memberId} summary={summary} {...props} />}
    </MemberSummaryState>
  </Box>
);

interface MemberVerdictProps {
  memberId: string;
  /** Said with the warnings. */
  denial?: ReturnType<typeof useDenial>;
  /** Also says that there are no warnings, so that what follows stands where it would stand below them. */
  isPlaceKept?: boolean;
}

interface MemberSummaryProps extends MemberVerdictProps {
  summary: MemberSummary;
}

const Verdict = (props: MemberSummaryProps) => {
  const { membership, furtherMemberships, lastVisit, drift, due, warnOwed, paidBy } = props.summary;
  return (
    <>
      {/* It says what is owed. */}
      <Warnings {...props} />
      <Box component="dl" sx={facts}>
        <Fact label="Membership">
          <MemberSummaryPlan membership={membership} furtherMemberships={furtherMemberships} />
        </Fact>
        {due !== null && !(due > 0 && warnOwed) && (
          <Fact label="Amount due">
            <MoneyField amount={due} />
          </Fact>
        )}
        {paidBy && (
          <Fact label="Paid by">
            <PaidBy payer={paidBy} />
          </Fact>
        )}
        <Fact label="Last visit">
          <LastVisit lastVisit={lastVisit} drift={drift} />
        </Fact>
      </Box>
    </>
  );
};

/** They share one alert. */
const Warnings = ({ memberId, summary, denial, isPlaceKept = false }: MemberSummaryProps) => {
  const { membership, lastVisit, repeatMinutes, due, warnOwed, isDisputed, unsigned } = summary;
  const now = useNow();
  const { timezone } = useSelectedLocation();
  const repeated = repeatedVisitText({ lastVisit, repeatMinutes }, now, timezone);
  const warnings = [
    denial && `${denial.label}. Check-in will be denied.`,
    membership && isPastDue(membership, todayIn(timezone, now)) && 'The last renewal is not paid',
    due !== null && due > 0 && warnOwed && `${formatMoney(due)} is owed`,
    isDisputed && 'A card payment is disputed',
  ].filter((text) => typeof text === 'string');
  const isWarning = warnings.length + unsigned.length > 0;
  const isCalm = !isWarning && !repeated;
  if (isCalm && (!isPlaceKept || !membership)) return null;
  const severity = isCalm ? 'success' : isWarning ? 'warning' : 'info';
  return (
    <Alert severity={denial?.severity ?? severity} role="status" sx={isPlaceKept ? twoLines : oneLine}>
      {isCalm && 'No warnings'}
      {warnings.map((text) => (
        <Box key={text} sx={{ fontWeight: 600 }}>
          {text}
        </Box>
      ))}
      {unsigned.length > 0 && <Unsigned memberId={memberId} names={unsigned} />}
      {repeated && <Box>{repeated}</Box>}
    </Alert>
  );
};

/** It denies nobody. */
const Unsigned = ({ memberId, names }: { memberId: string; names: readonly string[] }) => {
  const { can } = useAccess();
  const text = `Not signed: ${names.join(', ')}`;
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      {can('contacts') ? (
        <TextLink component={Link} to={paths.contacts.show(memberId)} {...atTab('memberships')} color="inherit">
          {text}
        </TextLink>
      ) : (
        text
      )}
    </Box>
  );
};

/** The notes of the contact's record and the newest dated ones. Below the button, since notes may be long. */
export const MemberNotes = ({ memberId }: { memberId: string }) => {
  const notes = useMemberSummary(memberId).data?.notes;
  const dated = (useContactNotes(memberId).data ?? []).slice(0, datedNotesShown);
  if (!notes && dated.length === 0) return null;
  return (
    <Box component="dl" sx={{ display: 'grid', gap: 1, m: 0 }}>
      {notes && <Fact label="Notes">{notes}</Fact>}
      {dated.map(({ id, text, author, createdAt }) => (
        <Fact
          key={id}
          label={
            <>
              {author.name} · <DateField value={createdAt} />
            </>
          }
        >
          {text}
        </Fact>
      ))}
    </Box>
  );
};

const datedNotesShown = 2;

const Fact = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <Box sx={{ minWidth: 0 }}>
    <Typography component="dt" variant="body2" color="textSecondary">
      {label}
    </Typography>
    <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      {children}
    </Typography>
  </Box>
);

const facts = {
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gridTemplateRows: 'auto auto 1fr',
  columnGap: 2,
  rowGap: 0.5,
  m: 0,
  '& > :first-of-type': { gridRow: 'span 3' },
} as const;
const oneLine = { py: 0.25 } as const;
const twoLines = { ...oneLine, minHeight: 64, alignItems: 'center' } as const;
