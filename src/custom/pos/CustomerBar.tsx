import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { Box, Button, ButtonBase, Typography } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { useGetOne } from 'react-admin';
import type { MemberSummary } from '#domain/contacts/memberSummaryContract.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { displayPhone } from '#domain/shared/phone.ts';
import { PurchaseMembershipButton } from '#src/custom/purchase/PurchaseMembershipButton.tsx';
import { useAccess } from '#src/location-scope/useLocationScope.ts';
import { useWhole } from '#src/resources/contacts/ContactSearch.tsx';
import {
  MemberSummaryBadge,
  MemberSummaryPlan,
  MemberSummaryState,
  useMemberSummary,
  useMembershipText,
} from '#src/resources/contacts/memberSummary.tsx';
import { PaidBy } from '#src/resources/contacts/PaidBy.tsx';
import { PersonAvatar } from '#src/resources/contacts/Person.tsx';
import { CollectButton, useOwed } from '#src/resources/invoices/collecting/CollectButton.tsx';
import { MoneyField } from '#src/ui/fields.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { useHasBeen } from '#src/ui/useHasBeen.ts';
import type { ContactRecord, ListedContact } from '#src/dataProvider/contacts.ts';
import { touchScreen } from './tillSizes.ts';

interface CustomerProps {
  contact: ListedContact;
}

/** The chosen customer beside the items: who, their status, and what can be done; for the walk-in customer that is `children`. */
export const CustomerCard = ({ contact: chosen, children }: CustomerProps & { children: ReactNode }) => {
  const contact = useWhole(chosen);
  const summary = useCustomerSummary(contact);
  const { email, phone } = contact;
  return (
    <>
      <Box sx={card}>
        <PersonAvatar person={contact} size={40} />
        <Box sx={{ minWidth: 0 }}>
          <NameLine contact={contact} summary={summary.data} />
          <Line title={email}>{email || 'Without a name or email'}</Line>
          <PlanLine phone={phone} summary={summary.data} />
        </Box>
      </Box>
      <SummaryError query={summary} />
      {email ? <Actions contact={contact} /> : <Box sx={actions}>{children}</Box>}
    </>
  );
};

/** The same on a phone, in one line of the height of the search. The rest is shown when it is pressed. */
export const CustomerBar = ({ contact: chosen, onChange }: CustomerProps & { onChange: () => void }) => {
  const contact = useWhole(chosen);
  const summary = useCustomerSummary(contact);
  const [isOpen, setOpen] = useState(false);
  const { email, phone } = contact;
  const due = summary.data?.due ?? 0;
  const words = (
    <Box component="span" sx={{ display: 'block', flex: 1, minWidth: 0, textAlign: 'left' }}>
      <NameLine contact={contact} summary={summary.data} />
      {email && (
        <Line>
          {due > 0 && (
            <>
              <MoneyField amount={due} severity="error" /> due ·{' '}
            </>
          )}
          <span>{email}</span>
          {phone && ' · '}
          {phone && <span>{displayPhone(phone)}</span>}
        </Line>
      )}
    </Box>
  );
  return (
    <>
      <Box sx={bar}>
        <PersonAvatar person={contact} size={36} />
        {email ? (
          <ButtonBase aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} sx={pressed}>
            {words}
            {isOpen ? <ExpandLess fontSize="small" /> : <ExpandMore fontSize="small" />}
          </ButtonBase>
        ) : (
          words
        )}
        <Button size="small" onClick={onChange} sx={{ flex: 'none' }}>
          Change
        </Button>
      </Box>
      <SummaryError query={summary} />
      {isOpen && (
        <Box sx={{ display: 'grid', gap: 1, pt: 1 }}>
          <Box sx={{ overflowWrap: 'anywhere' }}>
            {summary.data && <MemberSummaryPlan {...summary.data} />}
            {summary.data?.paidBy && (
              <Typography variant="body2" className="lone">
                Paid by <PaidBy payer={summary.data.paidBy} />
              </Typography>
            )}
            <Typography variant="body2" color="textSecondary">
              {[email, phone && displayPhone(phone)].filter(Boolean).join(' · ')}
            </Typography>
          </Box>
          <Actions contact={contact} />
        </Box>
      )}
    </>
  );
};

/** The walk-in customer, who has no email, has no status. */
const useCustomerSummary = ({ id, email }: ListedContact) => useMemberSummary(email ? id : undefined);
type SummaryQuery = ReturnType<typeof useMemberSummary>;

const NameLine = ({ contact, summary }: CustomerProps & { summary: MemberSummary | undefined }) => (
  <Box component="span" sx={{ display: 'flex', alignItems: 'center', columnGap: 1 }}>
    <Box component="span" title={fullName(contact)} sx={{ ...oneLine, fontWeight: 600 }}>
      {fullName(contact)}
    </Box>
    {summary && <MemberSummaryBadge membership={summary.membership} />}
  </Box>
);

const Line = ({ title, children }: { title?: string; children: ReactNode }) => (
  <Typography component="span" title={title} variant="body2" color="textSecondary" sx={oneLine}>
    {children}
  </Typography>
);

interface PlanLineProps {
  phone: string | null;
  summary: MemberSummary | undefined;
}

/** Who pays comes first, since the end of the line is cut. */
const PlanLine = ({ phone, summary }: PlanLineProps) => {
  const text = useMembershipText(summary?.membership ?? null);
  const paidBy = summary?.paidBy;
  return (
    <Line>
      {paidBy && (
        <span className="lone">
          Paid by <PaidBy payer={paidBy} />
        </span>
      )}
      {paidBy && (phone || text) && ' · '}
      {phone && <span>{displayPhone(phone)}</span>}
      {phone && text && ' · '}
      <span title={text}>{text}</span>
    </Line>
  );
};

const SummaryError = ({ query }: { query: SummaryQuery }) =>
  query.error && (
    <MemberSummaryState query={{ ...query, data: undefined }} loading={null}>
      {() => null}
    </MemberSummaryState>
  );

/** Their room is kept until it is known whether something is owed, so that nothing moves under the pointer. */
const Actions = ({ contact: { id } }: CustomerProps) => {
  const { can } = useAccess();
  const isOwedKnown = useHasBeen(!useOwed(id).isLoading);
  return (
    <Box sx={[actions, !isOwedKnown && { visibility: 'hidden' }]}>
      <CollectButton contactId={id} />
      {can('memberships') && <SellMembership id={id} />}
    </Box>
  );
};

/** The till knows only a part of the contact; the purchase needs the billing address too. */
const SellMembership = ({ id }: { id: string }) => {
  const query = useGetOne<ContactRecord>('contacts', { id });
  return (
    <QueryState
      query={query}
      fallback="Failed to load the customer"
      loading={
        <Button variant="outlined" loading>
          {sellMembership}
        </Button>
      }
    >
      {(contact) => <PurchaseMembershipButton contact={contact} label={sellMembership} resumes={false} />}
    </QueryState>
  );
};

const sellMembership = 'Sell membership';

/** Not cut above and below, where a link has its room for a finger. */
const oneLine = {
  display: 'block',
  minWidth: 0,
  overflowX: 'clip',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

const frame = {
  display: 'flex',
  alignItems: 'center',
  border: 1,
  borderColor: 'primary.main',
  borderRadius: 1,
  bgcolor: 'background.default',
  minWidth: 0,
} as const;
const card = { ...frame, gap: 1.5, px: 1.25, minHeight: 74 } as const;
const bar = { ...frame, gap: 1, pl: 1, minHeight: 53, '@media (pointer: coarse)': { minHeight: 47 } } as const;
const pressed = {
  flex: 1,
  minWidth: 0,
  minHeight: 44,
  borderRadius: 1,
  color: 'text.primary',
  justifyContent: 'flex-start',
} as const;

const actions = {
  display: 'flex',
  '&:empty': { display: 'none' },
  gap: 1,
  height: 36,
  [touchScreen]: { height: 44 },
  '& > .MuiButton-root': { flex: '1 1 auto', px: 1, minWidth: 0, whiteSpace: 'nowrap', overflow: 'hidden' },
  // The text of a flex container is cut without an ellipsis.
  '& > .MuiButton-root:not(:has(svg))': {
    display: 'block',
    py: 0,
    lineHeight: '34px',
    textOverflow: 'ellipsis',
    [touchScreen]: { lineHeight: '42px' },
  },
} as const;
