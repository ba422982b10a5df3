import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useSelectedLocation, useToday } from '#src/location-scope/useLocationScope.ts';
import { pluralize } from '#src/ui/labels.ts';
import { contactActions } from '#src/dataProvider/contacts.ts';
import { trendDays } from '#src/limits.ts';
import { simulatedSparkline } from './simulatedSparkline.ts';

/** The number of members over the last seven days as a line, dotted where it is simulated. Nothing over no members at all. Hidden from screen readers. */
export const MemberGraph = ({ total }: { total: number }) => {
  const { id, today, query } = useHistory();
  if (query.isPending || (!query.data && total === 0)) return null;
  const before = query.data?.map(({ members }) => members).slice(0, -1);
  const values = before ? [...before, total] : simulatedSparkline(id, today, total);
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const points = values.map((value, index) => ({
    x: 3 + (index * 106) / Math.max(values.length - 1, 1),
    y: 4 + 28 * (1 - (value - low) / span),
  }));
  const last = points.at(-1);
  return (
    <Box
      component="svg"
      viewBox="0 0 112 36"
      aria-hidden="true"
      sx={{ width: 112, height: 36, flexShrink: 0, color: 'primary.main' }}
    >
      <polyline
        points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeDasharray={before ? undefined : '1 4.5'}
      />
      {last && <circle cx={last.x} cy={last.y} r="3" fill="currentColor" />}
    </Box>
  );
};

export const MemberNote = ({ total }: { total: number }) => {
  const { query } = useHistory();
  if (query.isPending) return <>&nbsp;</>;
  const first = query.data?.[0];
  if (first) return `${pluralize(first.members, 'member')} 6\u00A0days\u00A0ago`;
  return total === 0 ? 'History starts tomorrow' : 'Graph is simulated, not history';
};

/** Null while the gym had no members on any earlier day. Fetched once a day, since past days do not change. */
const useHistory = () => {
  const { id } = useSelectedLocation();
  const today = useToday();
  const query = useQuery({
    queryKey: ['member-history', id, today],
    queryFn: ({ signal }) => contactActions.memberHistory(id, trendDays, signal),
    select: (days) => (days.slice(0, -1).some(({ members }) => members > 0) ? days : null),
    staleTime: Infinity,
  });
  return { id, today, query };
};
