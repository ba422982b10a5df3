import { Box } from '@mui/material';
import type { TodayFigures } from '#domain/reports/todayContract.ts';
import { hourText } from '#domain/shared/dateText.ts';
import { visuallyHidden } from '#src/ui/dom.ts';

interface HoursChartProps extends Pick<TodayFigures, 'hour' | 'hours'> {
  /** The name of the day it is compared with: 'Usual Sunday'. */
  usualLabel: string;
}

/** Check-ins by hour: a bar for today in front of a wider, paler bar for the usual day. A screen reader gets a table. */
export const HoursChart = ({ hour: now, hours, usualLabel }: HoursChartProps) => {
  const [from, to] = openHours(hours, now);
  const drawnHours = hours.slice(from, to + 1).map((counts, index) => ({ ...counts, hour: from + index }));
  const most = Math.max(...drawnHours.map(({ granted, usual }) => Math.max(granted, usual ?? 0)), 1);
  const isCompared = drawnHours.some(({ usual }) => usual !== null);
  return (
    <>
      <Box
        component="svg"
        viewBox={`0 0 ${drawnHours.length} ${tall}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        sx={{ display: 'block', width: 1, height: 88, color: 'primary.main' }}
      >
        {drawnHours.map(({ hour, granted, usual }, index) => (
          <g key={hour}>
            <Bar at={index} share={(usual ?? 0) / most} width={0.84} opacity={0.28} />
            <Bar at={index} share={granted / most} width={0.44} opacity={1} />
            <rect x={index} width="1" height={tall} fill="transparent">
              <title>
                {[
                  hourText(hour),
                  hour <= now ? `: ${countText(granted)}` : '',
                  usual !== null ? `, usually ${countText(usual)}` : '',
                ].join('')}
              </title>
            </rect>
          </g>
        ))}
        <rect y={tall - 1} width={drawnHours.length} height="1" fill="currentColor" opacity="0.35" />
      </Box>
      <Box aria-hidden="true" sx={{ position: 'relative', height: 20, typography: 'caption', color: 'text.secondary' }}>
        {drawnHours.map(
          ({ hour }, index) =>
            hour % 3 === 0 && (
              <Box
                key={hour}
                component="span"
                sx={{
                  position: 'absolute',
                  left: `${((index + 0.5) * 100) / drawnHours.length}%`,
                  transform: 'translateX(-50%)',
                  whiteSpace: 'nowrap',
                }}
              >
                {hourText(hour)}
              </Box>
            ),
        )}
      </Box>
      {isCompared && (
        <Box aria-hidden="true" sx={{ display: 'flex', gap: 2, typography: 'caption', color: 'text.secondary' }}>
          <Key width={5} opacity={1} label="Today" />
          <Key width={10} opacity={0.28} label={usualLabel} />
        </Box>
      )}
      {/* A table is always as tall as its rows, so the box around it is hidden instead. */}
      <Box sx={visuallyHidden}>
        <table>
          <caption>Check-ins by hour</caption>
          <thead>
            <tr>
              <th scope="col">Hour</th>
              <th scope="col">Today</th>
              {isCompared && <th scope="col">{usualLabel}</th>}
            </tr>
          </thead>
          <tbody>
            {drawnHours.map(({ hour, granted, usual }) => (
              <tr key={hour}>
                <th scope="row">{hourText(hour)}</th>
                <td>{hour <= now ? countText(granted) : 'Not yet'}</td>
                {isCompared && <td>{countText(usual ?? 0)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
    </>
  );
};

const tall = 88;

const Bar = ({ at, share, width, opacity }: { at: number; share: number; width: number; opacity: number }) => (
  <rect
    x={at + (1 - width) / 2}
    y={tall * (1 - share)}
    width={width}
    height={tall * share}
    fill="currentColor"
    opacity={opacity}
  />
);

const Key = ({ width, opacity, label }: { width: number; opacity: number; label: string }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
    <Box component="svg" sx={{ width, height: 10, color: 'primary.main' }}>
      <rect width={width} height="10" fill="currentColor" opacity={opacity} />
    </Box>
    {label}
  </Box>
);

/** The hours to show: those with check-ins, up to now at least. A day without any has a gym's usual hours. */
function openHours(hours: HoursChartProps['hours'], now: number): [from: number, to: number] {
  const busy = hours.flatMap(({ granted, usual }, hour) => (granted > 0 || (usual ?? 0) > 0 ? [hour] : []));
  if (busy.length === 0) return [Math.min(6, now), Math.max(21, now)];
  return [Math.min(6, now, ...busy), Math.max(21, now, ...busy)];
}

/** '12', or '12.5' for an average. */
export const countText = (count: number) => count.toLocaleString('en-US', { maximumFractionDigits: 1 });
