import { Box, Typography } from '@mui/material';
import type { ActivityEntry } from '#domain/activity/contract.ts';
import { describeEntry } from '#domain/activity/text.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';

/** What was done, as a sentence, and the changes that it does not tell. */
export const useDescription = (entry: ActivityEntry) => {
  const { selected, locations } = useLocationScope();
  const locationName = (id: string) => locations.find((location) => location.id === id)?.name;
  return describeEntry(entry, { zone: selected?.timezone ?? 'UTC', locationName });
};

export const Details = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <Typography
      key={text}
      component="span"
      variant="body2"
      color="textSecondary"
      sx={{ display: 'block', overflowWrap: 'anywhere' }}
    >
      {text}
    </Typography>
  ));

export const EntryTime = ({ at }: Pick<ActivityEntry, 'at'>) => {
  const { selected } = useLocationScope();
  return (
    <Box component="time" dateTime={at} className="tabular" sx={{ whiteSpace: 'nowrap' }}>
      {dateTimeText(at, selected?.timezone ?? 'UTC')}
    </Box>
  );
};
