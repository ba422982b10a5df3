import { Alert, Box, Button } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { todayIn } from '#domain/shared/dates.ts';
import { checkinTimeText, timeText } from '#domain/shared/dateText.ts';
import { formatCents, formatMoney, toCents } from '#domain/shared/money.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { useAccess, useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { forgetAttempt, canLookUp, type OpenAttempt } from '#src/dataProvider/attempts.ts';
import { atTab, withOpenSale } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';
import { partsText, ReceiptPrint, type LastSale } from './Receipt.tsx';
import { findPayment, splitParts } from './salePayment.ts';
import { useOpenAttempt } from './useOpenAttempt.ts';

export const OpenAttemptNotice = ({ attempt }: { attempt: OpenAttempt }) => {
  const [isOld] = useState(() => !canLookUp(attempt, Date.now()));
  return isOld ? <OldAttempt attempt={attempt} /> : <RecentAttempt attempt={attempt} />;
};

const RecentAttempt = ({ attempt }: { attempt: OpenAttempt }) => {
  const { outcome, isAsking, askAgain, finish, discard, isBusy, error } = useOpenAttempt(attempt);
  const name = useName(attempt);
  if (outcome?.state === 'completed' && outcome.invoice) {
    return (
      <AttemptAlert
        attempt={attempt}
        severity="success"
        title={`${name} went through.`}
        actions={<CompletedActions attempt={attempt} invoice={outcome.invoice} />}
      >
        {outcome.invoice.status === 'refunded' && ' It has been refunded since.'}
      </AttemptAlert>
    );
  }
  if (outcome?.state === 'refused') {
    return (
      <AttemptAlert
        attempt={attempt}
        severity="info"
        title={`${name} was not recorded.`}
        actions={<DismissButton attempt={attempt} />}
      >
        {outcome.message && ` ${outcome.message}.`.replace(/\.\.$/, '.')}
      </AttemptAlert>
    );
  }
  if (!outcome) {
    const again = (
      <Button color="inherit" onClick={askAgain} loading={isAsking}>
        Try Again
      </Button>
    );
    return (
      <AttemptAlert
        attempt={attempt}
        severity="warning"
        title={
          isAsking
            ? `${name} was interrupted. Checking its status…`
            : `Could not check whether ${lowerFirst(name)} went through.`
        }
        actions={again}
      />
    );
  }
  return (
    <AttemptAlert
      attempt={attempt}
      severity="warning"
      title={
        outcome.state === 'unknown'
          ? `${name} was interrupted and is not recorded.`
          : `${name} was interrupted and is not paid.`
      }
      actions={
        <>
          <ContinueButton attempt={attempt} onFinish={finish} isBusy={isBusy} />
          <Button color="inherit" onClick={discard} disabled={isBusy}>
            Discard
          </Button>
        </>
      }
    >
      {error && <Box role="alert">{error}</Box>}
    </AttemptAlert>
  );
};

const OldAttempt = ({ attempt }: { attempt: OpenAttempt }) => (
  <AttemptAlert
    attempt={attempt}
    severity="warning"
    title={`${useName(attempt)} is too old to check.`}
    actions={<DismissButton attempt={attempt} />}
  >
    {' '}
    Please look for it in the purchase history.
  </AttemptAlert>
);

/** A sale that needs no card is finished here. A card payment continues where it was started. */
const ContinueButton = ({
  attempt,
  onFinish,
  isBusy,
}: {
  attempt: OpenAttempt;
  onFinish: () => void;
  isBusy: boolean;
}) => {
  const { selected, select } = useLocationScope();
  const navigate = useNavigate();
  if (attempt.kind === 'membership') {
    return (
      <Button
        color="inherit"
        component={Link}
        to={paths.contacts.show(attempt.body.contactId)}
        {...atTab('memberships')}
      >
        Continue purchase
      </Button>
    );
  }
  if (!attempt.body.stripePayment) {
    return (
      <Button color="inherit" onClick={onFinish} loading={isBusy}>
        Finish sale
      </Button>
    );
  }
  const open = async () => {
    if (selected?.id === attempt.body.locationId || (await select(attempt.body.locationId)))
      await navigate(paths.pos, withOpenSale(attempt.key));
  };
  return (
    <Button color="inherit" onClick={() => void open()}>
      Continue at the till
    </Button>
  );
};

type Invoice = LastSale['invoice'];

const CompletedActions = ({ attempt, invoice }: { attempt: OpenAttempt; invoice: Invoice }) => {
  const { selected } = useLocationScope();
  const { can } = useAccess();
  const [isPrinting, setPrinting] = useState(false);
  const sale: LastSale | null =
    attempt.kind === 'sale'
      ? {
          invoice,
          customer: findCustomer(attempt),
          ...findPayment(invoice, attempt),
        }
      : null;
  return (
    <>
      {sale && attempt.kind === 'sale' && selected?.id === attempt.body.locationId && (
        <Button color="inherit" onClick={() => setPrinting(true)}>
          Print receipt
        </Button>
      )}
      {can('invoices') && (
        <Button color="inherit" component={Link} to={paths.invoices.show(invoice.id)}>
          View invoice
        </Button>
      )}
      <DismissButton attempt={attempt} />
      {sale && isPrinting && <ReceiptPrint sale={sale} onDone={() => setPrinting(false)} />}
    </>
  );
};

const DismissButton = ({ attempt }: { attempt: OpenAttempt }) => (
  <Button color="inherit" onClick={() => forgetAttempt(attempt.key)}>
    OK
  </Button>
);

interface AttemptAlertProps {
  attempt: OpenAttempt;
  severity: 'success' | 'info' | 'warning';
  title: string;
  actions: ReactNode;
  children?: ReactNode;
}

const AttemptAlert = ({ attempt, severity, title, actions, children }: AttemptAlertProps) => (
  <Alert severity={severity} role="status" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
    <Box sx={{ fontWeight: 600 }}>{title}</Box>
    <Box sx={{ overflowWrap: 'anywhere' }}>
      {describeAttempt(attempt)}.{children}
    </Box>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5, ml: -1 }}>{actions}</Box>
  </Alert>
);

/** 'The sale from 2:14 PM', with its date unless that is today. */
const useName = ({ kind, startedAt }: OpenAttempt): string => {
  const zone = useLocationScope().selected?.timezone ?? 'UTC';
  const [now] = useState(() => new Date());
  const started = new Date(startedAt);
  const isToday = todayIn(zone, started) === todayIn(zone, now);
  return `The ${kind === 'sale' ? 'sale' : 'purchase'} from ${(isToday ? timeText : checkinTimeText)(started, zone)}`;
};

const lowerFirst = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

const findCustomer = (attempt: OpenAttempt) => (attempt.kind === 'sale' ? fullName(attempt.contact) : attempt.customer);

const describeAttempt = (attempt: OpenAttempt): string => {
  const what =
    attempt.kind === 'sale'
      ? attempt.cart.map(({ item, quantity }) => `${quantity} × ${item.name}`).join(', ')
      : attempt.plan;
  const { expectedTotal } = attempt.body;
  return [
    what,
    findCustomer(attempt),
    attempt.locationName,
    expectedTotal === undefined ? '' : formatMoney(expectedTotal),
    toSplit(attempt),
    toChange(attempt),
  ]
    .filter(Boolean)
    .join(' · ');
};

const toSplit = ({ kind, body }: OpenAttempt): string =>
  kind === 'sale' && 'cash' in body && body.cash && body.expectedTotal !== undefined
    ? partsText(splitParts(toCents(body.cash.amount), toCents(body.expectedTotal)))
    : '';

const toChange = (attempt: OpenAttempt): string => {
  if (attempt.kind !== 'sale' || attempt.receivedCents === null || attempt.body.expectedTotal === undefined) return '';
  const { cash, expectedTotal } = attempt.body;
  return `Change ${formatCents(attempt.receivedCents - toCents(cash?.amount ?? expectedTotal))}`;
};
