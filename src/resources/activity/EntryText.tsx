import { Box, Typography } from '@mui/material';
import type { ActivityEntry } from '#domain/activity/contract.ts';
import { describeEntry } from '#domain/activity/text.ts';
import { dayIn, todayIn, type CalendarDate } from '#domain/shared/dates.ts';
import { checkinTimeText, dateTimeText, timeText } from '#domain/shared/dateText.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { useNow } from '#src/ui/time.ts';

/** A sentence, and the changes that it does not tell. */
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

/** A short one is the time alone today, and has no year unless it is another. */
export const EntryTime = ({ at, isShort = false }: Pick<ActivityEntry, 'at'> & { isShort?: boolean }) => {
  const { selected } = useLocationScope();
  const zone = selected?.timezone ?? 'UTC';
  const now = useNow();
  return (
    <Box component="time" dateTime={at} className="tabular" sx={{ whiteSpace: 'nowrap' }}>
      {isShort ? shortTime(at, zone, todayIn(zone, now)) : dateTimeText(at, zone)}
    </Box>
  );
};

function shortTime(at: string, zone: string, today: CalendarDate): string {
  const day = dayIn(zone, new Date(at));
  if (day === today) return timeText(at, zone);
  return (day.slice(0, 4) === today.slice(0, 4) ? checkinTimeText : dateTimeText)(at, zone);
}
