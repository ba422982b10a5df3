import type { EndpointStatus, WebhookDelivery, WebhookEndpoint } from '#domain/webhooks/contract.ts';
import { mayInCompany } from '#src/authProvider/companyAccess.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { pluralize } from '#src/ui/labels.ts';
import { ListStatus, StatusBadge } from '#src/ui/StatusBadge.tsx';
import type { Severity } from '#src/ui/statuses.ts';
import type { ReactNode } from 'react';

export const toHost = (url: string): string => new URL(url).host;

const endpointStatuses: Record<EndpointStatus, { label: string; severity: Severity }> = {
  active: { label: 'Active', severity: 'success' },
  failing: { label: 'Failing', severity: 'warning' },
  disabled: { label: 'Off', severity: 'neutral' },
};

export const EndpointBadge = ({ status }: Pick<WebhookEndpoint, 'status'>) => (
  <StatusBadge {...endpointStatuses[status]} />
);
export const EndpointListStatus = ({ status }: Pick<WebhookEndpoint, 'status'>) => (
  <ListStatus {...endpointStatuses[status]} />
);

const deliveryStates: Record<WebhookDelivery['state'], { label: string; severity: Severity }> = {
  pending: { label: 'Waiting', severity: 'info' },
  delivered: { label: 'Delivered', severity: 'success' },
  failed: { label: 'Failed', severity: 'error' },
};

/** A delivery that waits after a failed attempt is retried. */
export const DeliveryStatus = ({ delivery: { state, attempts } }: { delivery: WebhookDelivery }) =>
  state === 'pending' && attempts > 0 ? (
    <ListStatus severity="warning" label="Retrying" />
  ) : (
    <ListStatus {...deliveryStates[state]} />
  );

export const deliveryChoices = [
  { value: '', label: 'All Deliveries' },
  { value: 'failed', label: 'Failed' },
  { value: 'pending', label: 'Waiting' },
  { value: 'delivered', label: 'Delivered' },
];

export const typesText = ({ types }: Pick<WebhookEndpoint, 'types'>): string =>
  types ? pluralize(types.length, 'event') : 'All events';

/** Below, what only an admin of the whole company may see. */
export const WebhookAccess = ({ children }: { children: ReactNode }) => (
  <RequireLocation feature="settings" prompt="Select a location to view the webhooks of its company">
    <OfCompanyAdmin>{children}</OfCompanyAdmin>
  </RequireLocation>
);

const OfCompanyAdmin = ({ children }: { children: ReactNode }) => {
  const { companyId } = useSelectedLocation();
  if (mayInCompany(companyId, 'webhooks:write')) return children;
  return (
    <EmptyState
      heading="h1"
      title="Only a company admin can manage webhooks"
      text="Ask an admin of the whole company to set them up."
    />
  );
};
