import { Alert, Box, Link } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { EndpointUpdateBody, WebhookEndpoint } from '#domain/webhooks/contract.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { webhookActions } from '#src/dataProvider/webhooks.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { paths } from '#src/paths.ts';
import { ActionMenu } from '#src/ui/ActionMenu.tsx';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { DateField } from '#src/ui/fields.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { ShowPage } from '#src/ui/RecordPage.tsx';
import { Section } from '#src/ui/Section.tsx';
import { useDeleteAction } from '#src/ui/DeleteAction.tsx';
import { Deliveries } from './Deliveries.tsx';
import { SecretDialog } from './SecretDialog.tsx';
import { EndpointBadge, toHost, WebhookAccess } from './webhook.tsx';

const WebhookDialog = lazyWithPreload('settings', () => import('./WebhookDialog.tsx'), 'WebhookDialog');

/** Its deliveries change its status. */
const pollMs = 5_000;

export const WebhookShow = () => (
  <WebhookAccess>
    <ShowPage<WebhookEndpoint>
      resource="webhook-endpoints"
      refetchInterval={() => pollMs}
      fallback="Couldn’t load the webhook"
      notFound={
        <EmptyState
          heading="h2"
          title="Webhook not found"
          text="It may have been deleted, or belong to another company."
        />
      }
      renderHeader={(endpoint) => (
        <PageHeader
          title={endpoint ? endpoint.description || toHost(endpoint.url) : 'Webhook'}
          back={{ to: paths.settings.webhooks, label: 'Back to Webhooks' }}
          mark={endpoint && <EndpointBadge status={endpoint.status} />}
          actions={endpoint && <Actions endpoint={endpoint} />}
        />
      )}
    >
      {(endpoint) => (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
          <Trouble endpoint={endpoint} />
          <Facts endpoint={endpoint} />
          <Deliveries endpoint={endpoint} />
        </Box>
      )}
    </ShowPage>
  </WebhookAccess>
);

const Trouble = ({ endpoint: { status, disabledReason, failingSince } }: { endpoint: WebhookEndpoint }) => {
  if (status === 'failing' && failingSince)
    return (
      <Alert severity="warning">
        Nothing could be delivered since <DateField value={failingSince} format={dateTimeText} />. What waits is tried
        again, and after three days the webhook is turned off.
      </Alert>
    );
  if (status !== 'disabled' || disabledReason === null || disabledReason === 'staff') return null;
  return (
    <Alert severity="error">
      {disabledReason === 'gone'
        ? 'It is off because the receiver answered that it is gone for good.'
        : 'It is off because nothing could be delivered for more than three days.'}{' '}
      Once the receiver works again, turn it on and resend what it missed.
    </Alert>
  );
};

const Facts = ({ endpoint }: { endpoint: WebhookEndpoint }) => {
  const { locations } = useLocationScope();
  const findName = (id: string) => locations.find((location) => location.id === id)?.name ?? 'Another location';
  return (
    <Section title="Endpoint">
      <DescriptionList
        columns={3}
        items={[
          { label: 'URL', value: <Box sx={{ overflowWrap: 'anywhere' }}>{endpoint.url}</Box>, isWide: true },
          { label: 'Events', value: endpoint.types?.join(', ') ?? 'All events', isWide: true },
          { label: 'Locations', value: endpoint.locationIds?.map(findName).join(', ') ?? 'All locations' },
          { label: 'Added', value: <DateField value={endpoint.createdAt} format={dateTimeText} /> },
          ...(endpoint.oldSecretUntil
            ? [
                {
                  label: 'Old Secret Signs Until',
                  value: <DateField value={endpoint.oldSecretUntil} format={dateTimeText} />,
                },
              ]
            : []),
        ]}
      />
      <Box sx={{ mt: 2, color: 'text.secondary', fontSize: '0.875rem' }}>
        Requests are signed by{' '}
        <Link href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
          Standard Webhooks
        </Link>
        , so the receiver can use one of its libraries to check them.
      </Box>
    </Section>
  );
};

const Actions = ({ endpoint }: { endpoint: WebhookEndpoint }) => {
  const { id, url, status } = endpoint;
  const notify = useNotify();
  const [isEditing, setEditing] = useState(false);
  const [secret, setSecret] = useState<string>();
  const { confirm, dialog } = useConfirm();
  const remove = useDeleteAction({
    resource: 'webhook-endpoints',
    record: endpoint,
    title: `Delete the webhook to ${toHost(url)}?`,
    text: 'No more events are sent to it. Its deliveries are deleted too.',
    deleted: 'Webhook deleted',
    failed: 'Failed to delete the webhook',
    list: paths.settings.webhooks,
  });
  const change = useSingleMutation({
    mutationFn: (body: EndpointUpdateBody) => webhookActions.changeWebhook(id, body),
    onSuccess: ({ status: after }) =>
      notify(after === 'disabled' ? 'Webhook turned off' : 'Webhook turned on', { type: 'success' }),
    onError: (error) => notify(messageFrom(error, 'Failed to change the webhook'), { type: 'error' }),
  });
  // Replaced twice, the secret that the receiver has would sign nothing.
  const replace = useIdempotentMutation({
    mutationFn: (_nothing: void, key) => webhookActions.replaceWebhookSecret(id, key),
    onSuccess: (replaced) => setSecret(replaced.secret),
    onError: (error) => notify(messageFrom(error, 'Failed to replace the secret'), { type: 'error' }),
  });
  const askToReplace = async () => {
    if (
      await confirm({
        title: 'Replace the signing secret?',
        text: 'Requests are signed with the old and the new secret for a day, so that the receiver can change over.',
        confirmLabel: 'Replace',
      })
    )
      replace.mutate();
  };
  const isOff = status === 'disabled';
  return (
    <>
      <ActionMenu
        label="Webhook actions"
        text="Actions"
        actions={[
          { label: 'Edit', onSelect: () => setEditing(true) },
          {
            label: isOff ? 'Turn On' : 'Turn off',
            isPending: change.isPending,
            onSelect: () => change.mutate({ isActive: isOff }),
          },
          { label: 'Replace secret', isPending: replace.isPending, onSelect: () => void askToReplace() },
          { label: 'Delete', isDangerous: true, isPending: remove.isPending, onSelect: remove.ask },
        ]}
      />
      {isEditing && (
        <LazyPart onClose={() => setEditing(false)}>
          <WebhookDialog
            endpoint={endpoint}
            onSave={async (values, lock) => {
              await webhookActions.changeWebhook(id, { ...values, ...lock });
              notify('Webhook changed', { type: 'success' });
            }}
            onClose={() => setEditing(false)}
          />
        </LazyPart>
      )}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
      {dialog}
      {remove.dialog}
    </>
  );
};
