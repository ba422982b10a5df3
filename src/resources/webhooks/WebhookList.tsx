import Add from '@mui/icons-material/Add';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { EndpointCreateBody, WebhookEndpoint } from '#domain/webhooks/contract.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { webhookActions } from '#src/dataProvider/webhooks.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { paths } from '#src/paths.ts';
import { DialogButton } from '#src/ui/DialogButton.tsx';
import { DateField, NameAndDescription } from '#src/ui/fields.tsx';
import { ListPage } from '#src/ui/lists/ListPage.tsx';
import { RecordTable } from '#src/ui/lists/RecordTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { SecretDialog } from './SecretDialog.tsx';
import { EndpointListStatus, toHost, typesText, WebhookAccess } from './webhook.tsx';

const WebhookDialog = lazyWithPreload('settings', () => import('./WebhookDialog.tsx'), 'WebhookDialog');

export const WebhookList = () => (
  <WebhookAccess>
    <ListPage<WebhookEndpoint>
      columns={columns}
      resource="webhook-endpoints"
      title="Webhooks"
      subtitle="Tell other programs what happens, as it happens"
      back={{ to: paths.settings.home, label: 'Back to Settings' }}
      noun="webhooks"
      errorText="Couldn’t load webhooks"
      actions={<AddWebhook />}
    >
      <RecordTable<WebhookEndpoint>
        label="Webhooks"
        columns={columns}
        rowTo={({ id }) => paths.settings.webhook(id)}
        empty={empty}
      />
    </ListPage>
  </WebhookAccess>
);

const AddWebhook = ({
  label = 'Add webhook',
  variant = 'contained',
}: {
  label?: string;
  variant?: 'contained' | 'outlined';
}) => {
  const { companyId } = useSelectedLocation();
  const navigate = useNavigate();
  const [added, setAdded] = useState<{ id: string; secret: string }>();
  const { mutateAsync: add } = useIdempotentMutation({
    name: `webhooks.${companyId}`,
    mutationFn: (values: Omit<EndpointCreateBody, 'companyId'>, key) =>
      webhookActions.addWebhook({ companyId, ...values }, key),
    onSuccess: ({ endpoint, secret }) => setAdded({ id: endpoint.id, secret }),
  });
  return (
    <>
      <DialogButton
        variant={variant}
        startIcon={<Add />}
        renderDialog={(close) => <WebhookDialog onSave={add} onClose={close} />}
      >
        {label}
      </DialogButton>
      {added && <SecretDialog secret={added.secret} onClose={() => void navigate(paths.settings.webhook(added.id))} />}
    </>
  );
};

const columns: readonly Column<WebhookEndpoint>[] = [
  {
    label: 'Webhook',
    share: 3,
    cell: ({ url, description }) => <NameAndDescription name={description || toHost(url)} description={url} />,
  },
  { label: 'Events', share: 1, inCard: 'bare', cell: typesText },
  {
    label: 'Status',
    share: 1,
    skeleton: 'badge',
    inCard: 'end',
    cell: ({ status }) => <EndpointListStatus status={status} />,
  },
  {
    label: 'Added',
    share: 1,
    from: 880,
    inCard: 'none',
    cell: ({ createdAt }) => <DateField value={createdAt} format={shortDate} />,
  },
];

const empty = {
  title: 'No webhooks yet',
  searching: 'There is no webhook on this page.',
  otherwise:
    'A webhook sends what happens, such as a new member or a paid invoice, to a URL of yours: a website, a mailing list, a door.',
  action: <AddWebhook label="Create a webhook" variant="outlined" />,
};
