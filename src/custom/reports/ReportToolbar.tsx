import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { groupingLabels, reportLayouts } from '#domain/reports/reportLayouts.ts';
import { periodLabels, periodNames, type PeriodName } from '#domain/reports/reportPeriods.ts';
import { locationsAllowing, useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { PhoneFilters } from '#src/ui/lists/PhoneFilters.tsx';
import { DateBox } from '#src/ui/lists/DateBox.tsx';
import { SelectBox } from '#src/ui/lists/SelectBox.tsx';
import { comparisonChoices, type ReportState, type useReportState } from './reportState.ts';

interface ReportToolbarProps {
  state: ReportState;
  change: ReturnType<typeof useReportState>['change'];
  today: string;
}

export const ReportToolbar = ({ state, change, today }: ReportToolbarProps) => {
  const { kind, name, period, grouping, isEverywhere, comparison } = state;
  const { locations, selected } = useLocationScope();
  const groupings = reportLayouts[kind].groupings;
  const used = [!isMonth(name), isEverywhere, comparison !== 'previous'].filter(Boolean).length;
  return (
    <Box sx={{ display: 'flex', displayPrint: 'none', flexWrap: { sm: 'wrap' }, gap: 1.5, mb: { xs: 1.5, sm: 2.5 } }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label="Month"
        // As high as the fields beside it.
        sx={{ '& > button': { minHeight: { md: 36 }, py: { md: 0 } } }}
        value={name}
        onChange={(_event, value: string | null) => value && change({ period: value, from: null, to: null })}
      >
        {monthNames.map((one) => (
          <ToggleButton key={one} value={one}>
            {periodLabels[one]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <PhoneFilters count={used}>
        <SelectBox
          sx={field}
          label="Period"
          value={isMonth(name) ? '' : name}
          choices={otherPeriods}
          none="Other period"
          onChange={(value) =>
            change(value === 'custom' ? { period: value, ...period } : { period: value, from: null, to: null })
          }
        />
        {name === 'custom' && (
          <>
            {/* A date field that is cleared keeps its last date. */}
            <DateBox
              sx={field}
              label="From"
              value={period.from}
              bounds={{ max: period.to }}
              onChange={(from) => from && change({ from, to: period.to })}
            />
            <DateBox
              sx={field}
              label="To"
              value={period.to}
              bounds={{ min: period.from, max: today }}
              onChange={(to) => to && change({ from: period.from, to })}
            />
          </>
        )}
        {locationsAllowing(locations, 'reports').length > 1 && (
          <SelectBox
            sx={field}
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
          <SelectBox
            sx={field}
            label="Group by"
            value={grouping}
            choices={groupings.map((one) => ({ value: one, label: `By ${groupingLabels[one].toLowerCase()}` }))}
            onChange={(groupBy) => change({ groupBy })}
          />
        )}
        <SelectBox
          sx={field}
          label="Compare with"
          value={comparison}
          choices={comparisonChoices}
          onChange={(value) => change({ compareWith: value === 'previous' ? null : value })}
        />
      </PhoneFilters>
    </Box>
  );
};

const monthNames: readonly PeriodName[] = ['month', 'last_month'];
const isMonth = (name: PeriodName) => monthNames.includes(name);
/** The months have buttons of their own. */
const otherPeriods = periodNames
  .filter((name) => !isMonth(name))
  .map((value) => ({ value, label: periodLabels[value] }));

const field = { flex: { xs: '1 1 140px', sm: '0 1 176px' }, minWidth: 140 } as const;
