import SendOutlined from '@mui/icons-material/SendOutlined';
import { Box, Button, Pagination, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { DeliveriesPage, WebhookDelivery, WebhookEndpoint } from '#domain/webhooks/contract.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { webhookActions } from '#src/dataProvider/webhooks.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { DialogButton } from '#src/ui/DialogButton.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { DateField } from '#src/ui/fields.tsx';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { DeliveryStatus, deliveryChoices } from './webhook.tsx';
import { SelectBox } from '#src/ui/lists/SelectBox.tsx';

const ResendDialog = lazyWithPreload('settings', () => import('./ResendDialog.tsx'), 'ResendDialog');

const pageSize = 20;
/** While something waits, it may be delivered at any moment. */
const pollMs = 2_000;

export const Deliveries = ({ endpoint }: { endpoint: WebhookEndpoint }) => {
  const { id } = endpoint;
  const isOff = endpoint.status === 'disabled';
  const notify = useNotify();
  const [state, setState] = useState('');
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: ['webhook-deliveries', id, state, page],
    queryFn: ({ signal }) =>
      webhookActions.webhookDeliveries(
        id,
        { page: String(page), limit: String(pageSize), ...(state && { state }) },
        signal,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && waits(data) ? pollMs : false),
  });
  const onError = (error: Error) => notify(messageFrom(error, 'Failed to send it'), { type: 'error' });
  const test = useSingleMutation({
    mutationFn: () => webhookActions.testWebhook(id),
    onSuccess: () => notify('Test event sent. Its answer appears below', { type: 'info' }),
    onError,
  });
  const resend = useSingleMutation({
    mutationFn: (deliveryId: string) => webhookActions.resendWebhook(id, deliveryId),
    onSuccess: () => notify('It is sent again', { type: 'info' }),
    onError,
  });
  const resendColumn = actionColumn({
    isOff,
    sending: resend.isPending ? resend.variables : undefined,
    onResend: resend.mutate,
  });
  return (
    <Section
      title="Deliveries"
      text="Of the last 30 days, the newest first"
      isFlush
      actions={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <SelectBox
            label="Deliveries"
            value={state}
            choices={deliveryChoices}
            sx={{ width: 160 }}
            onChange={(chosen) => {
              setState(chosen);
              setPage(1);
            }}
          />
          <DialogButton
            variant="outlined"
            disabled={isOff}
            renderDialog={(close) => <ResendDialog endpointId={id} onClose={close} />}
          >
            Resend since…
          </DialogButton>
          <Button
            variant="outlined"
            startIcon={<SendOutlined />}
            disabled={isOff}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            Test
          </Button>
        </Box>
      }
    >
      <QueryState
        query={query}
        fallback="Couldn’t load deliveries"
        isEmpty={({ deliveries }) => deliveries.length === 0}
        empty={
          <EmptyState
            heading="h2"
            title={state ? 'No such deliveries' : 'Nothing sent yet'}
            text={state ? 'Choose other deliveries above.' : 'Press Test to see whether the receiver answers.'}
          />
        }
      >
        {({ deliveries, pagination }) => (
          <>
            <StaticTable<WebhookDelivery> label="Deliveries" columns={[...columns, resendColumn]} rows={deliveries} />
            {pagination.totalPages > 1 && (
              <Box sx={{ display: 'flex', justifyContent: 'center', p: 1.5 }}>
                <Pagination count={pagination.totalPages} page={page} onChange={(_event, chosen) => setPage(chosen)} />
              </Box>
            )}
          </>
        )}
      </QueryState>
    </Section>
  );
};

interface Resending {
  readonly isOff: boolean;
  readonly sending: string | undefined;
  readonly onResend: (deliveryId: string) => void;
}

const ResendButton = ({ delivery, isOff, sending, onResend }: Resending & { delivery: WebhookDelivery }) => (
  <Button
    size="small"
    color="inherit"
    disabled={isOff}
    loading={sending === delivery.id}
    onClick={() => onResend(delivery.id)}
    aria-label={`Resend ${delivery.event.type}`}
  >
    Resend
  </Button>
);

const actionColumn = (resending: Resending): Column<WebhookDelivery> => ({
  label: 'Action',
  align: 'right',
  inCard: 'bare',
  cell: (delivery) => <ResendButton delivery={delivery} {...resending} />,
});

const waits = ({ deliveries }: DeliveriesPage) =>
  deliveries.some(({ state, attempts }) => state === 'pending' && attempts <= 1);

const columns: readonly Column<WebhookDelivery>[] = [
  {
    label: 'Event',
    share: 1.6,
    cell: ({ event }) => (
      <Box component="span" sx={{ fontFamily: 'monospace', fontSize: '0.8125rem', fontWeight: 600 }}>
        {event.type}
      </Box>
    ),
  },
  { label: 'Happened', share: 1.5, cell: ({ event }) => <DateField value={event.timestamp} format={dateTimeText} /> },
  { label: 'Status', share: 1, inCard: 'end', cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
  { label: 'Answer', share: 2.4, inCard: 'line', cell: (delivery) => <AnswerText {...delivery} /> },
];

const AnswerText = ({ status, milliseconds, answer, attempts, state, nextAttemptAt }: WebhookDelivery) => {
  if (attempts === 0 || milliseconds === null) return '—';
  return (
    <Box component="span" sx={{ minWidth: 0 }}>
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {status ?? 'No answer'} · {milliseconds.toLocaleString('en-US')} ms
        {attempts > 1 && ` · ${attempts} attempts`}
      </Box>
      {state === 'pending' && nextAttemptAt && (
        <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
          Next attempt <DateField value={nextAttemptAt} format={dateTimeText} />
        </Typography>
      )}
      {answer && state !== 'delivered' && (
        <Typography component="span" variant="body2" color="textSecondary" className="cut" sx={{ display: 'block' }}>
          {answer}
        </Typography>
      )}
    </Box>
  );
};
