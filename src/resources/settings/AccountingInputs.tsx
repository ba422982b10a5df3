import AddOutlined from '@mui/icons-material/AddOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { Box, Button, IconButton, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { SelectInput, TextInput } from 'react-admin';
import { useFieldArray, useWatch } from 'react-hook-form';
import { accountUses } from '#domain/accounting/accounts.ts';
import { accountsMax, maxPageSize } from '#domain/shared/limits.ts';
import { FormSection, FullWidth } from '#src/ui/forms/FormSection.tsx';
import type { ListedMembership } from '#src/dataProvider/memberships.ts';
import { useRows } from '#src/dataProvider/rows.tsx';
import { accountUseLabels, settingsTexts as texts } from './settings.ts';

export const AccountingInputs = ({ companyId }: { companyId: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <FormSection title="Accounting" text={texts.accounting}>
      {isOpen ? (
        <>
          {accountUses.map((use) => (
            <AccountInputs key={use} source={`accounting.${use}`} label={accountUseLabels[use]} />
          ))}
          <PlanAccounts companyId={companyId} />
          <MethodAccounts />
        </>
      ) : (
        <FullWidth>
          <Button variant="outlined" onClick={() => setOpen(true)}>
            Change accounts
          </Button>
        </FullWidth>
      )}
    </FormSection>
  );
};

const AccountInputs = ({ source, label }: { source: string; label: string }) => {
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id}>
      <Typography id={id} variant="body2" sx={{ fontWeight: 600, mb: 1 }}>
        {label}
      </Typography>
      <NumberAndName source={source} />
    </Box>
  );
};

const NumberAndName = ({ source }: { source: string }) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: '112px minmax(0, 1fr)', gap: 1.5 }}>
    <TextInput source={`${source}.number`} label="Number" isRequired autoComplete="off" />
    <TextInput source={`${source}.name`} label="Name" isRequired autoComplete="off" />
  </Box>
);

const PlanAccounts = ({ companyId }: { companyId: string }) => {
  const chosen: readonly unknown[] = useWatch({ name: 'accounting.plans' }) ?? [];
  // Fetched once a plan has an account of its own.
  const { data = [] } = useRows<ListedMembership>(
    'memberships',
    { pagination: { page: 1, perPage: maxPageSize }, sort: { field: 'name', order: 'ASC' } },
    { enabled: chosen.length > 0 },
  );
  const plans = data
    .filter((plan) => plan.companyId === companyId)
    .map(({ id, name, location }) => ({ id, name: location ? `${name} (${location.name})` : name }));
  return (
    <FurtherAccounts
      source="accounting.plans"
      field="membershipId"
      what="Plan"
      label="Plans with their own account"
      choices={plans}
    />
  );
};

const MethodAccounts = () => {
  const methods: readonly string[] = useWatch({ name: 'payments.otherMethods' }) ?? [];
  return (
    <FurtherAccounts
      source="accounting.methods"
      field="method"
      what="Method"
      label="Other methods with their own account"
      choices={methods.map((name) => ({ id: name, name }))}
    />
  );
};

interface FurtherAccountsProps {
  source: string;
  field: string;
  what: string;
  label: string;
  choices: readonly { id: string; name: string }[];
}

const FurtherAccounts = ({ source, field, what, label, choices }: FurtherAccountsProps) => {
  const id = useId();
  const { fields, append, remove } = useFieldArray({ name: source });
  return (
    <FullWidth>
      <Box role="group" aria-labelledby={id} sx={{ display: 'grid', gap: 1.5, mt: 1 }}>
        <Typography id={id} variant="body2" sx={{ fontWeight: 600 }}>
          {label}
        </Typography>
        {fields.map((row, index) => (
          <Box
            key={row.id}
            role="group"
            aria-label={`${what} ${index + 1}`}
            sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}
          >
            <Box
              sx={{
                flex: 1,
                minWidth: 0,
                display: 'grid',
                gap: 1.5,
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
              }}
            >
              <SelectInput source={`${source}.${index}.${field}`} label={what} choices={[...choices]} isRequired />
              <NumberAndName source={`${source}.${index}`} />
            </Box>
            <IconButton aria-label={`Remove ${what} ${index + 1}`} onClick={() => remove(index)} sx={{ mt: 0.25 }}>
              <DeleteOutlined />
            </IconButton>
          </Box>
        ))}
        <Box>
          <Button
            color="inherit"
            startIcon={<AddOutlined />}
            onClick={() => append({ [field]: '', number: '', name: '' })}
            disabled={fields.length >= accountsMax}
          >
            Add {what}
          </Button>
        </Box>
      </Box>
    </FullWidth>
  );
};
