import { TextInput } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { z } from 'zod';
import { eventTypes } from '#domain/events/eventTypes.ts';
import { endpointCreateBody, type EndpointUpdateBody, type WebhookEndpoint } from '#domain/webhooks/contract.ts';
import { useLocationScope, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { AutocompleteArrayInput } from '#src/ui/forms/AutocompleteArrayInput.tsx';
import { SecretOnItsWay } from '#src/ui/forms/shownOnce.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';
import { useEditLock } from '#src/ui/forms/useEditLock.ts';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { formResolver } from '#src/ui/forms/formResolver.ts';

type Values = Required<Pick<EndpointUpdateBody, 'url' | 'description' | 'types' | 'locationIds'>>;

interface WebhookDialogProps {
  endpoint?: WebhookEndpoint;
  onSave: (values: Values, lock: { updatedAt?: string }) => Promise<unknown>;
  onClose: () => void;
}

export const WebhookDialog = ({ endpoint, onSave, onClose }: WebhookDialogProps) => {
  const { companyId } = useSelectedLocation();
  const { locations } = useLocationScope();
  const saveLocked = useEditLock(endpoint);
  const places = locations.filter((location) => location.companyId === companyId);
  return (
    <FormDialog
      title={endpoint ? 'Edit webhook' : 'Add webhook'}
      draftOf={`webhook ${endpoint?.id ?? companyId}`}
      resolver={resolver}
      defaultValues={{
        url: endpoint?.url ?? '',
        description: endpoint?.description ?? '',
        types: endpoint?.types ?? [],
        locationIds: endpoint?.locationIds ?? [],
      }}
      onSubmit={(values: FieldValues) => {
        const { url, description, types, locationIds } = formValues.parse(values);
        return saveLocked((lock) =>
          onSave({ url, description, types: orAll(types), locationIds: orAll(locationIds) }, lock),
        );
      }}
      failed={endpoint ? 'Failed to change the webhook' : 'Failed to add the webhook'}
      submitLabel={endpoint ? 'Save' : 'Add'}
      onClose={onClose}
    >
      <FormError />
      <TextInput source="url" label="URL" isRequired type="url" helperText="Events are sent there by POST, signed" />
      <TextInput source="description" label="Description" />
      <AutocompleteArrayInput
        source="types"
        label="Events"
        choices={typeChoices}
        noneText="No such event"
        helperText="Leave empty for all events"
      />
      {places.length > 1 && (
        <AutocompleteArrayInput
          source="locationIds"
          label="Locations"
          choices={places}
          noneText="No such location"
          helperText="Leave empty for all locations"
        />
      )}
      <SecretOnItsWay what="signing secret" isSecret={!endpoint} />
    </FormDialog>
  );
};

const typeChoices = eventTypes.map((type) => ({ id: type, name: type }));

const orAll = <T,>(chosen: T[]) => (chosen.length > 0 ? chosen : null);

/** In the form an empty choice means all. */
const formValues = z.object({
  url: endpointCreateBody.shape.url,
  description: z
    .string()
    .nullable()
    .transform((text) => text ?? '')
    .pipe(endpointCreateBody.shape.description.unwrap()),
  types: z.array(z.enum(eventTypes)),
  locationIds: z.array(z.string()),
});
const resolver = formResolver(formValues);
