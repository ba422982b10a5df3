import { Box } from '@mui/material';
import { zodResolver } from '@hookform/resolvers/zod';
import { SelectInput, TextInput } from 'react-admin';
import { addDays } from 'date-fns';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { apiKeyCreateBody, origin, type ApiKeyCreated } from '#domain/api-keys/contract.ts';
import { allScopes } from '#domain/shared/scopes.ts';
import { apiKeyActions } from '#src/dataProvider/api-keys.ts';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { SecretOnItsWay } from '#src/ui/forms/shownOnce.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';
import { LocationsInput, ScopesInput } from './ApiKeyInputs.tsx';
import { getNow } from '#src/clock.ts';

interface NewApiKeyDialogProps {
  companyId: string;
  onMade: (made: ApiKeyCreated) => void;
  onClose: () => void;
}

export const NewApiKeyDialog = ({ companyId, onMade, onClose }: NewApiKeyDialogProps) => {
  const save = async (values: unknown) => {
    const { expiry, where, locationIds, ...rest } = values as z.output<typeof form>;
    const expiresAt = expiry === 'never' ? null : addDays(getNow(), Number(expiry)).toISOString();
    onMade(
      await apiKeyActions.create({
        ...rest,
        companyId,
        expiresAt,
        locationIds: where === 'some' ? locationIds : null,
      }),
    );
  };
  return (
    <FormDialog
      title="New API key"
      submitLabel="Make key"
      failed="Failed to make the API key"
      draftOf={`api-key.${companyId}`}
      maxWidth="md"
      resolver={resolver}
      defaultValues={untouched}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        source="name"
        label="Name"
        isRequired
        helperText="What uses the key, such as ‘Website form’"
        autoFocus
      />
      <SelectInput source="kind" label="For" choices={kinds} isRequired />
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' }, columnGap: 2 }}>
        <SelectInput source="expiry" label="Expires" choices={expiries} isRequired />
        <SelectInput source="where" label="Locations" choices={places} isRequired />
      </Box>
      <SomeLocations companyId={companyId} />
      <WhatItMayDo />
      <FormError />
      <SecretOnItsWay what="key" />
    </FormDialog>
  );
};

const SomeLocations = ({ companyId }: { companyId: string }) =>
  useWatch({ name: 'where' }) === 'some' && <LocationsInput companyId={companyId} />;

const WhatItMayDo = () => {
  const isPublishable = useWatch({ name: 'kind' }) === 'publishable';
  return (
    <>
      {!isPublishable && <ScopesInput />}
      <TextInput
        source="origins"
        label="Web pages"
        isRequired={isPublishable}
        multiline
        minRows={2}
        placeholder="https://www.example.com"
        helperText={
          isPublishable
            ? 'The address of the website that has the form, one a line. Everybody may see the key: it only signs people up.'
            : 'Only if a web page uses the key in the browser: its address, one a line. Whoever opens the page can read the key.'
        }
      />
    </>
  );
};

const kinds = [
  { id: 'secret', name: 'A program that keeps the key secret' },
  { id: 'publishable', name: 'The sign-up form of your website' },
];

const places = [
  { id: 'all', name: 'All locations, also new ones' },
  { id: 'some', name: 'Some locations' },
];

const expiries = [
  { id: '30', name: 'In 30 days' },
  { id: '90', name: 'In 90 days' },
  { id: '365', name: 'In a year' },
  { id: 'never', name: 'Never' },
];

const untouched = { name: '', kind: 'secret', expiry: '365', where: 'all', locationIds: [], scopes: [], origins: '' };

const toLines = (text: string | null | undefined) =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const { name } = apiKeyCreateBody.shape;
const shared = {
  name,
  expiry: z.enum(['30', '90', '365', 'never']),
  where: z.enum(['all', 'some']),
  locationIds: z.array(z.string()),
};
const origins = z
  .string()
  .nullish()
  .transform(toLines)
  .superRefine((lines, context) => {
    const issue = lines.map((line) => origin.safeParse(line).error?.issues[0]?.message).find(Boolean);
    if (issue) context.addIssue({ code: 'custom', message: issue });
  });
const scopes = z.array(z.enum(allScopes));
const form = z
  .discriminatedUnion('kind', [
    z.object({ ...shared, kind: z.literal('secret'), scopes: scopes.min(1, 'Choose what the key may do'), origins }),
    z.object({
      ...shared,
      kind: z.literal('publishable'),
      scopes: scopes.transform(() => []),
      origins: origins.refine((lines) => lines.length > 0, 'Enter the pages that have the form'),
    }),
  ])
  .refine(({ where, locationIds }) => where === 'all' || locationIds.length > 0, {
    path: ['locationIds'],
    error: 'Choose at least one location',
  });
const resolver = zodResolver(form);
