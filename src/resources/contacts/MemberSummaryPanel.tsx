import { Box, Link as TextLink, Paper, Skeleton, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { LastVisit, MemberSummaryPlan, MemberSummaryState, useMemberSummary } from './memberSummary.tsx';
import { PaidBy } from './PaidBy.tsx';
import { MoneyField } from '#src/ui/fields.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import { membershipStatusBadge } from '#src/ui/statuses.ts';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import { useToday } from '#src/location-scope/useLocationScope.ts';
import { isNotFound } from '#src/dataProvider/http.ts';
import { atTab } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';
import { MembershipButtons } from './memberships/MembershipActions.tsx';
import { usePrimaryMembership } from './memberships/useContactMemberships.ts';
import { useContact } from './useContact.ts';

export const MemberSummaryPanel = ({ isKnown }: { isKnown: boolean }) => {
  const { id, firstName, lastName } = useContact();
  const summary = useMemberSummary(id);
  const { membership } = usePrimaryMembership(id);
  const isPhone = useIsPhone();
  // A contact of another company has no member status here.
  if (summary.error && isNotFound(summary.error)) return null;
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={`Status of ${firstName} ${lastName}`}
      sx={{ position: 'relative', px: 2, py: { xs: 1, sm: 1.5 }, mb: { xs: 2.5, sm: 1 } }}
    >
      {isKnown ? (
        <MemberSummaryState query={summary} loading={<MemberSummarySkeleton />}>
          {({
            membership: primary,
            furtherMemberships,
            due,
            warnOwed,
            isDisputed,
            unsigned,
            lastVisit,
            drift,
            notes,
            paidBy,
          }) => (
            <Box component="dl" sx={facts}>
              <Fact label="Membership">
                <Box sx={{ pr: { xs: 4, sm: 0 } }}>
                  <MemberSummaryPlan membership={primary} furtherMemberships={furtherMemberships} />
                </Box>
              </Fact>
              {due !== null && (due > 0 || !isPhone) && (
                <Fact label="Amount due">
                  <MoneyField amount={due} {...(due > 0 && warnOwed && { severity: 'error' })} />
                </Fact>
              )}
              {isDisputed && (
                <Fact label="Dispute" isOneLine>
                  A card payment is disputed
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
              {unsigned.length > 0 && (
                <Fact label="Not signed">
                  <TextLink component={Link} to={paths.contacts.show(id)} {...atTab('memberships')}>
                    {unsigned.join(', ')}
                  </TextLink>
                </Fact>
              )}
              {notes && (
                <Fact label="Notes">
                  <Box sx={fourLines}>{notes}</Box>
                </Fact>
              )}
            </Box>
          )}
        </MemberSummaryState>
      ) : (
        <MemberSummarySkeleton />
      )}
      <Box sx={buttonsBox}>
        {isKnown && membership && <MembershipButtons membership={membership} only={buttons} isMenuOnPhone />}
      </Box>
    </Paper>
  );
};

/** On a phone beside the other tabs, which have no room for all of it. */
export const MemberWarnings = () => {
  const { id, firstName, lastName } = useContact();
  const { data: summary } = useMemberSummary(id);
  const today = useToday();
  const { membership, isDisputed, unsigned = [] } = summary ?? {};
  const isSuspended = membership?.status === 'suspended';
  if (!isDisputed && !isSuspended && unsigned.length === 0) return null;
  return (
    <Box component="section" aria-label={`Status of ${firstName} ${lastName}`} sx={warnings}>
      {isDisputed && <StatusBadge severity="error" label="Card payment disputed" />}
      {isSuspended && <StatusBadge {...membershipStatusBadge(membership, today)} />}
      {unsigned.length > 0 && <StatusBadge severity="info" label="Not signed" />}
    </Box>
  );
};

const warnings = { display: 'flex', flexWrap: 'wrap', gap: 1, mb: 1.5 } as const;

/** For the membership that the status is about. Other memberships have theirs on their own tab. */
const buttons = [
  'freeze',
  'endFreeze',
  'changeFreeze',
  'removeFreeze',
  'changePlan',
  'undoPlanChange',
  'cancel',
  'undoCancellation',
] as const;

interface FactProps {
  label: string;
  /** Set on a phone. The tabs below say the rest. */
  isOneLine?: boolean;
  children: ReactNode;
}

const Fact = ({ label, isOneLine = false, children }: FactProps) => (
  <Box
    sx={{
      minWidth: 0,
      display: { xs: 'grid', sm: 'block' },
      gridTemplateColumns: '96px minmax(0, 1fr)',
      columnGap: 1.5,
    }}
  >
    <Typography component="dt" variant="body2" color="textSecondary" sx={{ pt: { xs: '2px', sm: 0 } }}>
      {label}
    </Typography>
    <Typography component="dd" sx={[value, isOneLine && oneLineOnPhone]}>
      {children}
    </Typography>
  </Box>
);

const value = { m: 0, mt: { xs: 0, sm: 0.25 }, overflowWrap: 'anywhere', whiteSpace: 'pre-line' } as const;
const oneLineOnPhone = {
  '@media (max-width: 599.95px)': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
} as const;

/** On a phone in the corner, beside the membership. */
const buttonsBox = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  mt: { sm: 1.5 },
  position: { xs: 'absolute', sm: 'static' },
  top: 4,
  right: 4,
  '&:empty': { display: 'none' },
} as const;

/** The first tab shows long notes in full. */
const fourLines = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 4,
  overflow: 'hidden',
} as const;
const facts = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fit, minmax(180px, 1fr))' },
  columnGap: 3,
  rowGap: { xs: 0.5, sm: 1.5 },
  minHeight: { sm: 66 },
  m: 0,
} as const;

const MemberSummarySkeleton = () => (
  <Box sx={facts} aria-hidden="true">
    {[72, 56, 84].map((width) => (
      <Box key={width}>
        <Skeleton width={width} sx={{ fontSize: '0.8125rem' }} />
        <Skeleton width="60%" />
        <Skeleton width="40%" />
      </Box>
    ))}
  </Box>
);
