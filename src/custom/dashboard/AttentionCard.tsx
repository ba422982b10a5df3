import { Alert, AlertTitle, Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { AttentionItem, AttentionKind, LateJob } from '#domain/attention/contract.ts';
import { dayText, momentText } from '#domain/shared/dateText.ts';
import { todayIn, type CalendarDate } from '#domain/shared/dates.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { ContactLink } from '#src/resources/contacts/panel/ContactLink.tsx';
import { UnbilledChoices } from '#src/resources/contacts/UnbilledChoices.tsx';
import { useAccess } from '#src/location-scope/useLocationScope.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import type { Severity } from '#src/ui/statuses.ts';
import { useNow } from '#src/ui/time.ts';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import { attentionActions } from '#src/dataProvider/attention.ts';
import { atTab } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';
import { linkRows } from './linkRows.ts';

export const AttentionCard = ({ locationId, timezone }: { locationId: string; timezone: string }) => {
  const today = todayIn(timezone, useNow());
  const [isOpen, setOpen] = useState(false);
  const [collected, setCollected] = useState<string>();
  const query = useQuery({
    queryKey: ['attention', locationId],
    queryFn: ({ signal }) => attentionActions.attention(locationId, signal),
  });
  const total = query.data?.total ?? 0;
  // A phone keeps the quick actions in sight.
  const shownAtFirst = useIsPhone() ? 3 : 5;
  return (
    <Section
      title={total > 0 ? `Needs attention (${total.toLocaleString('en-US')})` : 'Needs attention'}
      actions={
        total > shownAtFirst && (
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show less' : 'Show all'}
          </Button>
        )
      }
    >
      <LateJobs jobs={query.data?.lateJobs ?? []} />
      <QueryState
        query={query}
        fallback="Couldn’t load what needs attention"
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Typography color="textSecondary">
            Nothing right now. Disputed payments, silent doors, failed cards, overdue invoices, money to refund,
            memberships that end soon and unsigned agreements appear here.
          </Typography>
        }
      >
        {({ items }) => (
          <>
            <Box component="ul" aria-label="Needs attention" sx={{ ...linkRows, my: -1.1 }}>
              {items.slice(0, isOpen ? items.length : shownAtFirst).map((item) => (
                <Row
                  key={`${item.kind} ${(item.device ?? item.invoice ?? item.contactMembership)?.id}`}
                  item={item}
                  today={today}
                  timezone={timezone}
                  onCollect={setCollected}
                />
              ))}
            </Box>
            {isOpen && total > items.length && (
              <Typography color="textSecondary" sx={{ mt: 1.5 }}>
                {`And ${(total - items.length).toLocaleString('en-US')} more. They move up as these are settled.`}
              </Typography>
            )}
          </>
        )}
      </QueryState>
      {collected && (
        <LazyPart onClose={() => setCollected(undefined)}>
          <TakePayment invoiceId={collected} onClose={() => setCollected(undefined)} />
        </LazyPart>
      )}
    </Section>
  );
};

const TakePayment = lazyWithPreload(
  'attention',
  () => import('#src/resources/invoices/collecting/TakePayment.tsx'),
  'TakePayment',
);

const LateJobs = ({ jobs }: { jobs: readonly LateJob[] }) =>
  jobs.length > 0 && (
    <Alert severity="error" sx={{ mb: 1.5 }}>
      <AlertTitle>Background jobs are late</AlertTitle>
      {`Not run in time: ${jobs.map(({ name }) => name).join(', ')}. Ask whoever runs the server to look at its log.`}
    </Alert>
  );

interface RowProps {
  item: AttentionItem;
  today: CalendarDate;
  timezone: string;
  /** Of the invoice with this id. */
  onCollect: (id: string) => void;
}

const Row = ({ item: { contact, ...item }, ...props }: RowProps) =>
  contact ? <MemberRow item={{ ...item, contact }} {...props} /> : <DoorRow item={item} {...props} />;

/** A link for whoever sets up devices. */
const DoorRow = ({ item: { kind, device }, today, timezone }: Omit<RowProps, 'onCollect'>) => {
  const { can } = useAccess();
  const text = device && `Not heard since ${momentText(device.lastSeenAt, timezone, today)}`;
  return (
    <li>
      <div className="row">
        <span className="what">
          <span className="name">{device?.name}</span>
          {can('access-control') ? (
            <Link to={paths.accessControl.tab('devices')} className="why whole">
              {text}
            </Link>
          ) : (
            <span className="why">{text}</span>
          )}
        </span>
        <span className="side">
          <StatusBadge {...badges[kind]} />
        </span>
      </div>
    </li>
  );
};

type MemberItem = AttentionItem & Required<Pick<AttentionItem, 'contact'>>;

const MemberRow = ({ item, today, onCollect }: Omit<RowProps, 'timezone'> & { item: MemberItem }) => {
  const { may } = useAccess();
  const { kind, contact, invoice, contactMembership, agreements, members, unbilled, amount } = item;
  const { severity, label } = badges[kind];
  const isOwed = invoice && isCollected[kind] && may('invoices:collect');
  const to = invoice
    ? paths.invoices.show(invoice.id)
    : contactMembership && !agreements
      ? paths.contacts.membership(contact.id, contactMembership.id)
      : paths.contacts.show(contact.id);
  return (
    <li>
      <div className="row">
        <span className="what">
          <ContactLink id={contact.id} className="name">
            {contact.firstName} {contact.lastName}
          </ContactLink>
          <Link to={to} {...(agreements && atTab('memberships'))} className="why whole">
            {[(agreements ?? members)?.join(', ') ?? contactMembership?.name, whenText(item, today)]
              .filter(Boolean)
              .join(' · ')}
          </Link>
        </span>
        <span className="side">
          {isOwed ? (
            <>
              <Button
                size="small"
                variant="outlined"
                color="error"
                aria-label={`Collect ${formatMoney(invoice.due, invoice.currency)} from ${fullName(contact)}`}
                onClick={() => onCollect(invoice.id)}
              >
                {`Collect ${formatMoney(invoice.due, invoice.currency)}`}
              </Button>
              <Box component="span" className="amount tabular" sx={onPaper}>
                {formatMoney(invoice.due, invoice.currency)}
              </Box>
            </>
          ) : (
            <>
              <StatusBadge severity={severity} label={label} />
              {amount !== undefined && <span className="amount tabular">{formatMoney(amount, invoice?.currency)}</span>}
            </>
          )}
        </span>
      </div>
      {unbilled && contactMembership && (
        <Box sx={{ pb: 1.1 }}>
          <UnbilledChoices contactId={contact.id} membership={contactMembership} unbilled={unbilled} />
        </Box>
      )}
    </li>
  );
};

/** Where buttons are not printed. */
const onPaper = { display: 'none', displayPrint: 'block' } as const;

const badges: Record<AttentionKind, { severity: Severity; label: string }> = {
  dispute: { severity: 'error', label: 'Disputed' },
  door_silent: { severity: 'error', label: 'Door silent' },
  card_failed: { severity: 'error', label: 'Card failed' },
  unbilled: { severity: 'error', label: 'Not billed' },
  paid_for_nothing: { severity: 'warning', label: 'To refund' },
  retrying: { severity: 'warning', label: 'Trying again' },
  overdue: { severity: 'error', label: 'Overdue' },
  ending: { severity: 'warning', label: 'Ending' },
  unsigned: { severity: 'info', label: 'Not signed' },
};

/** Whether the invoice is what is owed. */
const isCollected: Partial<Record<AttentionKind, true>> = { card_failed: true, retrying: true, overdue: true };

function whenText({ kind, on }: AttentionItem, today: CalendarDate): string {
  const day = on === today ? 'today' : dayText(on, today);
  const texts: Record<AttentionKind, string> = {
    dispute: `Answer the bank by ${day}`,
    door_silent: `Since ${day}`,
    card_failed: `Card declined since ${day}`,
    unbilled: `Paid through ${day}`,
    paid_for_nothing: `Paid ${day}, too late. Refund it`,
    retrying: `Card declined, next try ${day}`,
    overdue: `Overdue invoice of ${day}`,
    ending: `Ends ${day}`,
    unsigned: `Since ${day}`,
  };
  return texts[kind];
}
