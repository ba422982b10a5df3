import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { Block } from '#domain/doors/blocksContract.ts';
import { longDate } from '#domain/shared/dateText.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import { doorActions } from '#src/dataProvider/doors.ts';
import { useMayAt, useToday } from '#src/location-scope/useLocationScope.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { useRemove } from '#src/resources/doors/useRemove.tsx';
import { DialogButton } from '#src/ui/DialogButton.tsx';
import { DateField } from '#src/ui/fields.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { useContact } from '../useContact.ts';

const BlockDialog = lazyWithPreload('contacts', () => import('./BlockDialog.tsx'), 'BlockDialog');

/** Shown to admins. */
export const Blocks = () => {
  const { id, homeLocationId } = useContact();
  const place = { locationId: homeLocationId };
  return useMayAt(place, 'blocks:write') ? <OwnBlocks contactId={id} /> : null;
};

const OwnBlocks = ({ contactId }: { contactId: string }) => {
  const query = useQuery({
    queryKey: ['blocks', contactId],
    queryFn: ({ signal }) => doorActions.blocks(contactId, signal),
  });
  const { remove, removing, dialog } = useRemove(
    (id) => doorActions.unblock(contactId, id),
    'Couldn’t remove the block',
  );
  return (
    <Section
      title="Blocks"
      text="While a block lasts, no door and no desk lets the contact in."
      actions={
        <DialogButton
          variant="outlined"
          renderDialog={(onClose) => <BlockDialog contactId={contactId} onClose={onClose} />}
        >
          Block access
        </DialogButton>
      }
    >
      <QueryState
        query={query}
        fallback="Couldn’t load blocks"
        isEmpty={(blocks) => blocks.length === 0}
        empty={<Typography color="textSecondary">Not blocked.</Typography>}
      >
        {(blocks) => (
          <Box component="ul" sx={{ display: 'grid', gap: 1.5, m: 0, p: 0, listStyle: 'none' }}>
            {blocks.map((block) => (
              <BlockItem
                key={block.id}
                block={block}
                isRemoving={removing === block.id}
                onRemove={() => void remove(block.id, question)}
              />
            ))}
          </Box>
        )}
      </QueryState>
      {dialog}
    </Section>
  );
};

const question = {
  title: 'Remove this block?',
  text: 'Doors and the desk decide by the membership again.',
  confirmLabel: 'Remove',
} as const;

interface BlockItemProps {
  block: Block;
  isRemoving: boolean;
  onRemove: () => void;
}

const BlockItem = ({ block, isRemoving, onRemove }: BlockItemProps) => {
  const today = useToday();
  const { reason, until, createdAt, createdBy } = block;
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'flex-start', gap: 2 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{reason}</Typography>
        <Typography variant="body2" color="textSecondary">
          {untilText(until, today)} · by {createdBy} on <DateField value={createdAt} />
        </Typography>
      </Box>
      <Button
        size="small"
        color="inherit"
        aria-label={`Remove the block: ${reason}`}
        loading={isRemoving}
        onClick={onRemove}
      >
        Remove
      </Button>
    </Box>
  );
};

function untilText(until: CalendarDate | null, today: CalendarDate): string {
  if (until === null) return 'Until it is removed';
  return `${until < today ? 'Ended' : 'Through'} ${longDate(until, 'UTC')}`;
}
