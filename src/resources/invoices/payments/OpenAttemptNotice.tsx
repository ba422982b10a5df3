import { Alert, Box, Button } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { SaleOutcome } from '#domain/invoices/saleOutcomeContract.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { checkinTimeText, timeText } from '#domain/shared/dateText.ts';
import { formatCents, formatMoney, toCents } from '#domain/shared/money.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { useAccess, useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { posActions } from '#src/dataProvider/pos.ts';
import { purchaseActions } from '#src/dataProvider/purchase.ts';
import { getSaleOutcome } from '#src/dataProvider/saleOutcome.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { forgetAttempt, canLookUp, type OpenAttempt, type ItemSaleAttempt } from '#src/dataProvider/attempts.ts';
import { cancelAttempt, sendAttempt } from '#src/dataProvider/sendAttempt.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { atTab, withOpenSale } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';
import { partsText, ReceiptPrint, type LastSale } from './Receipt.tsx';
import { findPayment, splitParts } from './salePayment.ts';
import { useHandBack } from './useHandBack.ts';

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
            : `Could not check whether ${lower(name)} went through.`
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
      {details(attempt)}.{children}
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

const lower = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

const findCustomer = (attempt: OpenAttempt) => (attempt.kind === 'sale' ? fullName(attempt.contact) : attempt.customer);

const details = (attempt: OpenAttempt): string => {
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

const useOpenAttempt = (attempt: OpenAttempt) => {
  const { key } = attempt;
  const cache = useQueryClient();
  const sayHandBack = useHandBack();
  const queryKey = ['purchases', key];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => getSaleOutcome(key, signal),
    staleTime: 0,
    gcTime: 0,
  });
  const setOutcome = (state: SaleOutcome['state'], invoice: Invoice | null, message: string | null = null) =>
    cache.setQueryData<SaleOutcome>(queryKey, { state, invoice, message });

  /** Sends the same sale again: the same key and body, so that it is made once. */
  const finish = async (sale: ItemSaleAttempt) => {
    const sent = await sendAttempt({
      send: async () => ({ status: 'succeeded', invoice: (await posActions.sellItems(sale.body, key)).invoice }),
      ask: () => getSaleOutcome(key),
      wasSent: true,
    });
    if (sent.status === 'succeeded') setOutcome('completed', sent.invoice ?? null);
    if (sent.status === 'refused') setOutcome('refused', null, messageFrom(sent.error, notProcessed));
    if (sent.status === 'unanswered') throw new Error(messageFrom(sent.error, notProcessed));
  };

  /** Cancels it on the server too, so that a late request finds its key used. */
  const discard = async () => {
    const invoice = await (attempt.kind === 'sale'
      ? posActions.cancelSale(attempt.body, key)
      : purchaseActions.cancelPurchase(attempt.body, key));
    const end = await cancelAttempt(() => Promise.resolve(invoice));
    if (end.status === 'succeeded') setOutcome('completed', invoice);
    else if (end.status === 'canceled') {
      forgetAttempt(key);
      sayHandBack(attempt.body);
    } else throw new Error('The bank is still processing this payment. Please try again in a moment.');
  };

  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: async (action: 'finish' | 'discard') => {
      if (action === 'discard') return discard();
      return attempt.kind === 'sale' ? finish(attempt) : undefined;
    },
  });
  return {
    outcome: query.data,
    isAsking: query.isFetching,
    askAgain: () => void query.refetch(),
    finish: () => mutate('finish'),
    discard: () => mutate('discard'),
    isBusy: isPending,
    error: error && messageFrom(error, 'Failed to discard it. Please try again.'),
  };
};

const notProcessed = 'Failed to process purchase';
