import { Box } from '@mui/material';
import { hourText } from '#domain/shared/dateText.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** A heat map of check-ins by weekday and hour: a table with a number in every cell, from the first hour with a check-in to the last. */
export const HourMap = ({ hours }: { hours: readonly (readonly number[])[] }) => {
  const busy = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) =>
    hours.some((counts) => (counts[hour] ?? 0) > 0),
  );
  const [first = 0, last = 23] = [busy[0], busy.at(-1)];
  const openHours = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const most = Math.max(1, ...hours.flat());
  const cellWidth = Math.max(31, 9 + 7 * most.toLocaleString('en-US').length);
  return (
    <Box
      sx={{ overflowX: 'auto', mx: -0.5, px: 0.5 }}
      tabIndex={0}
      role="region"
      aria-label="Check-ins by weekday and hour, scrolls sideways"
    >
      <Box
        component="table"
        aria-label="Check-ins by weekday and hour"
        className="tabular"
        sx={{ ...map, minWidth: 88 + cellWidth * openHours.length, maxWidth: 88 + 80 * openHours.length }}
      >
        <thead>
          <tr>
            <Box component="td" />
            {openHours.map((hour) => (
              <th key={hour} scope="col" aria-label={hourText(hour)}>
                {hour % 3 === 0 ? hourText(hour) : ''}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((counts, weekday) => (
            <tr key={weekdays[weekday]}>
              <th scope="row">{weekdays[weekday]}</th>
              {openHours.map((hour) => {
                const count = counts[hour] ?? 0;
                return (
                  <Box component="td" key={hour} sx={cell(count / most)}>
                    {count > 0 ? count.toLocaleString('en-US') : ''}
                  </Box>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
};

const map = {
  width: 1,
  tableLayout: 'fixed',
  borderCollapse: 'separate',
  borderSpacing: '2px',
  fontSize: '0.75rem',
  '& th': { fontWeight: 500, color: 'text.secondary', textAlign: 'left', whiteSpace: 'nowrap', pr: 1 },
  '& thead td': { width: 88 },
  '& thead th': { pr: 0, overflow: 'visible' },
  '& tbody td': { height: 28, borderRadius: '4px', textAlign: 'center' },
};

/** Never so strong that the number on it is hard to read, in either theme. */
const cell = (share: number) => ({
  bgcolor:
    share === 0
      ? 'action.hover'
      : `color-mix(in srgb, var(--mui-palette-primary-main) ${Math.round(8 + share * 37)}%, var(--mui-palette-background-paper))`,
});
