import { Box, MenuItem, TextField, Typography } from '@mui/material';
import { groupingLabels } from '#domain/reports/reportFigures.ts';
import { periodLabels, periodNames } from '#domain/reports/reportPeriods.ts';
import { locationsAllowing, useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { listGroupings, type ReportState, type useReportState } from './reportState.ts';

interface ReportToolbarProps {
  state: ReportState;
  change: ReturnType<typeof useReportState>['change'];
  today: string;
}

export const ReportToolbar = ({ state, change, today }: ReportToolbarProps) => {
  const { kind, name, period, grouping, isEverywhere } = state;
  const { locations, selected } = useLocationScope();
  const groupings = listGroupings(kind);
  return (
    <Box sx={{ display: 'flex', displayPrint: 'none', flexWrap: 'wrap', gap: 1.5, mb: 2.5 }}>
      <Choice
        label="Period"
        value={name}
        choices={periodNames.map((one) => ({ value: one, label: periodLabels[one] }))}
        onChange={(value) =>
          change(value === 'custom' ? { period: value, ...period } : { period: value, from: null, to: null })
        }
      />
      {name === 'custom' && (
        <>
          <Day
            label="From"
            value={period.from}
            bounds={{ max: period.to }}
            onChange={(from) => change({ from, to: period.to })}
          />
          <Day
            label="To"
            value={period.to}
            bounds={{ min: period.from, max: today }}
            onChange={(to) => change({ from: period.from, to })}
          />
        </>
      )}
      {locationsAllowing(locations, 'reports').length > 1 && (
        <Choice
          label="Locations"
          value={isEverywhere ? 'all' : 'one'}
          choices={[
            { value: 'one', label: selected?.name ?? 'This location' },
            { value: 'all', label: 'All locations' },
          ]}
          onChange={(value) => change({ scope: value === 'all' ? value : null })}
        />
      )}
      {groupings.length > 0 && (
        <Choice
          label="Group by"
          value={grouping}
          choices={groupings.map((one) => ({ value: one, label: `By ${groupingLabels[one].toLowerCase()}` }))}
          onChange={(groupBy) => change({ groupBy })}
        />
      )}
    </Box>
  );
};

interface ChoiceProps {
  label: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

const Choice = ({ label, value, choices, onChange }: ChoiceProps) => (
  <TextField
    select
    value={value}
    onChange={(event) => onChange(event.target.value)}
    sx={field}
    slotProps={{ select: { SelectDisplayProps: { 'aria-label': label } } }}
  >
    {choices.map((choice) => (
      <MenuItem key={choice.value} value={choice.value}>
        {choice.label}
      </MenuItem>
    ))}
  </TextField>
);

interface DayProps {
  label: string;
  value: string;
  bounds: { min?: string; max?: string };
  onChange: (day: string) => void;
}

/** A date field that is cleared keeps its last date. */
const Day = ({ label, value, bounds, onChange }: DayProps) => (
  <TextField
    type="date"
    value={value}
    onChange={({ target }) => target.value && onChange(target.value)}
    sx={field}
    slotProps={{
      htmlInput: { 'aria-label': label, ...bounds },
      input: {
        startAdornment: (
          <Typography component="span" variant="body2" color="textSecondary" aria-hidden sx={{ mr: 1 }}>
            {label}
          </Typography>
        ),
      },
    }}
  />
);

const field = { flex: { xs: '1 1 150px', sm: '0 1 200px' }, minWidth: 150 } as const;
