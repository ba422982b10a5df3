import { Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { PastImport } from '#domain/contact-import/importsContract.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { listImports, undoImport } from '#src/dataProvider/contact-import.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { useAccess, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { pluralize } from '#src/ui/labels.ts';
import { NameInCard } from '#src/ui/lists/NameInCard.tsx';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { Section } from '#src/ui/Section.tsx';

/** A wrong column is often found only when the contacts are looked at, and their emails could not be imported a second time. */
export const EarlierImports = ({ onUndone }: { onUndone: () => void }) => {
  const { may } = useAccess();
  const { id: locationId, timezone } = useSelectedLocation();
  const notify = useNotify();
  const [asked, setAsked] = useState<PastImport>();
  const { data: imports = [] } = useQuery({
    queryKey: ['contacts', 'imports', locationId],
    queryFn: ({ signal }) => listImports(locationId, signal),
    enabled: may('contacts:delete'),
  });
  const { mutate: undo, isPending } = useSingleMutation({
    mutationFn: ({ id }: PastImport) => undoImport(id),
    onSuccess: ({ removed }) => {
      onUndone();
      notify(`${pluralize(removed, 'contact')} removed`, { type: 'success' });
    },
    onError: (error) => notify(messageFrom(error, 'Failed to undo the import'), { type: 'error' }),
    onSettled: () => setAsked(undefined),
  });
  if (imports.length === 0) return null;
  const rows = imports.map((row) => ({ ...row, when: dateTimeText(row.at, timezone), onUndo: () => setAsked(row) }));
  return (
    <Section
      title="Earlier imports"
      text="If a column was read wrongly, undo the import and import the file again."
      isFlush
    >
      <StaticTable label="Earlier imports" columns={columns} rows={rows} />
      {asked && (
        <ConfirmDialog
          isOpen
          title="Undo import?"
          text={consequences(asked)}
          confirmLabel={`Remove ${pluralize(asked.unused, 'Contact')}`}
          isDangerous
          isBusy={isPending}
          onConfirm={() => undo(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </Section>
  );
};

function consequences({ imported, unused }: PastImport): string {
  const kept = imported - unused;
  return [
    `${pluralize(unused, 'contact')} of this import ${unused === 1 ? 'is' : 'are'} removed, with their memberships. What they owe is voided.`,
    kept > 0 &&
      `${kept.toLocaleString('en-US')} ${kept === 1 ? 'was' : 'were'} changed or used since, and ${kept === 1 ? 'stays' : 'stay'} as ${kept === 1 ? 'it is' : 'they are'}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

interface ImportRow extends PastImport {
  when: string;
  onUndo: () => void;
}

const columns: readonly Column<ImportRow>[] = [
  {
    label: 'Imported',
    cell: ({ when, imported, importedBy }) => (
      <NameInCard name={when} cardLine={`${pluralize(imported, 'contact')} · ${importedBy}`} />
    ),
  },
  { label: 'By', inCard: 'none', cell: ({ importedBy }) => <Box sx={{ overflowWrap: 'anywhere' }}>{importedBy}</Box> },
  { label: 'Contacts', align: 'right', inCard: 'none', cell: ({ imported }) => imported.toLocaleString('en-US') },
  {
    label: 'Undo',
    align: 'right',
    inCard: 'end',
    cell: ({ when, onUndo }) => (
      <Button color="error" size="small" aria-label={`Undo import of ${when}`} onClick={onUndo}>
        Undo import
      </Button>
    ),
  },
];
