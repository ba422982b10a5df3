import { Box, Checkbox, FormControlLabel, TextField, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useState } from 'react';
import { useNotify, useDataProvider } from 'react-admin';
import { contactLabels } from '#domain/contacts/contactLabels.ts';
import { contactCreateBody } from '#domain/contacts/contract.ts';
import type { Household, HouseholdMemberCreateBody } from '#domain/households/contract.ts';
import { relationMaxLength } from '#domain/shared/limits.ts';
import type { ContactRecord, ListedContact } from '#src/dataProvider/contacts.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { householdActions } from '#src/dataProvider/households.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { ContactSearch } from '#src/resources/contacts/ContactSearch.tsx';
import { fullName } from '#domain/shared/fullName.ts';
import { Draft } from '#src/ui/forms/FormDraft.tsx';
import { SubmitDialog } from '#src/ui/forms/SubmitDialog.tsx';

interface AddMemberDialogProps {
  readonly household: Household;
  readonly onClose: () => void;
}

const nobody = { firstName: '', lastName: '', email: '' };

/** An existing contact, or a new one. */
export const AddMemberDialog = ({ household, onClose }: AddMemberDialogProps) => {
  const { id: homeLocationId } = useSelectedLocation();
  const notify = useNotify();
  const dataProvider = useDataProvider();
  const [kind, setKind] = useState<'existing' | 'new'>('existing');
  const [contact, setContact] = useState<ListedContact | null>(null);
  const [searched, setSearched] = useState('');
  const untouched = { ...nobody, lastName: household.payer.lastName };
  const [typed, setTyped] = useState(untouched);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [relation, setRelation] = useState('');
  const [mayAct, setMayAct] = useState(false);
  const { mutateAsync: join } = useIdempotentMutation({
    name: `member.${household.id}`,
    mutationFn: (body: HouseholdMemberCreateBody, key) => householdActions.addHouseholdMember(household.id, body, key),
  });
  const { mutateAsync: addContact } = useIdempotentMutation({
    name: `new member.${household.id}`,
    mutationFn: async (body: typeof typed & { homeLocationId: string }, idempotencyKey) =>
      (await dataProvider.create<ContactRecord>('contacts', { data: body, meta: { idempotencyKey } })).data,
  });
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: async () => {
      const added = kind === 'new' ? await addContact({ ...typed, homeLocationId }) : contact;
      if (!added) return undefined;
      // Whoever was added stays chosen if joining fails.
      setKind('existing');
      setContact({ ...added, homeLocation: null });
      await join({ contactId: added.id, relation: relation.trim() || undefined, mayAct });
      return added;
    },
    onSuccess: (added) => {
      if (!added) return;
      notify(`${fullName(added)} added to the household`, { type: 'success' });
      onClose();
    },
  });
  const submit = () => {
    const { error: invalid } = contactCreateBody.safeParse({ ...typed, homeLocationId });
    const issues = kind === 'new' ? (invalid?.issues ?? []) : contact ? [] : [noContact];
    setProblems(Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message])));
    if (issues.length === 0) mutate();
  };
  const isDirty =
    contact !== null || relation !== '' || mayAct || fields.some(({ name }) => typed[name] !== untouched[name]);
  return (
    <SubmitDialog
      title="Add Member"
      submitLabel="Add Member"
      isDirty={isDirty || (kind === 'existing' && searched !== '')}
      isPending={isPending}
      error={error ? messageFrom(error, 'The member was not added') : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Draft
        of={`member of ${household.id}`}
        isDirty={isDirty}
        read={() => ({ kind, contact, typed, relation, mayAct })}
        onRestore={(draft) => {
          setKind(draft.kind);
          setContact(draft.contact);
          setTyped(draft.typed);
          setRelation(draft.relation);
          setMayAct(draft.mayAct);
        }}
      />
      <ToggleButtonGroup
        exclusive
        fullWidth
        color="primary"
        aria-label="Who is added"
        value={kind}
        onChange={(_event, next: 'existing' | 'new' | null) => next && setKind(next)}
      >
        <ToggleButton value="existing">Existing contact</ToggleButton>
        <ToggleButton value="new">New contact</ToggleButton>
      </ToggleButtonGroup>
      {kind === 'existing' ? (
        <Box>
          <ContactSearch
            label="Contact"
            placeholder="Name, email or phone"
            emptyText="No contact found"
            value={contact}
            onChange={(chosen) => {
              setContact(chosen);
              setSearched('');
            }}
            onType={setSearched}
          />
          {problems['contactId'] && <Typography color="error">{problems['contactId']}</Typography>}
        </Box>
      ) : (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          {fields.map(({ name, label, type }) => (
            <TextField
              key={name}
              required
              label={label}
              type={type}
              value={typed[name]}
              onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
              error={problems[name] !== undefined}
              helperText={problems[name]}
              sx={name === 'email' ? { gridColumn: { sm: '1 / -1' } } : undefined}
              slotProps={{ htmlInput: { autoComplete: 'off' } }}
            />
          ))}
        </Box>
      )}
      <TextField
        label="Relation"
        placeholder="Son"
        value={relation}
        onChange={({ target }) => setRelation(target.value)}
        slotProps={{ htmlInput: { maxLength: relationMaxLength, autoComplete: 'off' } }}
      />
      <FormControlLabel
        label="May act for the household at the desk"
        control={<Checkbox checked={mayAct} onChange={({ target }) => setMayAct(target.checked)} />}
      />
      <Typography variant="body2" color="textSecondary">
        {`From now on ${fullName(household.payer)} gets the invoices of their memberships. What is billed already stays as it is.`}
      </Typography>
    </SubmitDialog>
  );
};

const noContact = { path: ['contactId'], message: 'Choose a contact' };

const fields = [
  { name: 'firstName', label: contactLabels.firstName, type: 'text' },
  { name: 'lastName', label: contactLabels.lastName, type: 'text' },
  { name: 'email', label: contactLabels.email, type: 'email' },
] as const;
