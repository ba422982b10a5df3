import LockOutlined from '@mui/icons-material/LockOutlined';
import { Box } from '@mui/material';
import { Link, useLocation } from 'react-router-dom';
import { levelLabels } from '#domain/shared/access.ts';
import { lockedReason } from '#domain/shared/featureText.ts';
import { usePrefetchRows } from '#src/dataProvider/firstRows.ts';
import { useAccess, useIsAtTillOnly, useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { Mark } from '#src/ui/theme/Mark.tsx';
import { sidebarColors } from '#src/ui/theme/palette.ts';
import { visuallyHidden } from '#src/ui/dom.ts';
import { LazyTooltip } from '#src/ui/LazyTooltip.tsx';
import { preload } from '#src/performance/lazyWithPreload.tsx';
import { menu, type MenuEntry } from '#src/menu.ts';
import { paths } from '#src/paths.ts';

export const Navigation = ({ isCollapsed = false }: { isCollapsed?: boolean }) => {
  const { pathname } = useLocation();
  const { selected } = useLocationScope();
  const { can } = useAccess();
  const isAtTillOnly = useIsAtTillOnly();
  const offered = menu
    .map((group) => group.filter(({ slug }) => !isAtTillOnly || can(slug)))
    .filter((group) => group.length > 0);
  return (
    <>
      {!isCollapsed && <CurrentLocation />}
      <Box component="nav" aria-label="Main" sx={isCollapsed ? collapsedEntries : entries}>
        {offered.map((group) => (
          <ul key={group[0]?.slug}>
            {group.map((entry) => (
              <NavigationEntry
                key={entry.slug}
                entry={entry}
                to={entry.to(selected?.id)}
                isCurrent={pathname.split('/')[1] === entry.slug}
                isCollapsed={isCollapsed}
              />
            ))}
          </ul>
        ))}
      </Box>
    </>
  );
};

const CurrentLocation = () => {
  const { selected, isPending } = useLocationScope();
  return (
    <Box sx={{ ...place, visibility: isPending ? 'hidden' : 'visible' }}>
      <Box sx={{ color: '#fff', fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {!isPending && (selected?.name ?? 'Select a Location')}
      </Box>
      {selected && <Box sx={{ color: '#a9c2c3', fontSize: '0.75rem' }}>{levelLabels[selected.level]} access</Box>}
    </Box>
  );
};

/** Reserves the height of its two lines while they load, so that the menu below does not move. */
const place = {
  mx: 1.25,
  mb: 1.5,
  px: 1.25,
  py: 1,
  minHeight: '53.5px',
  borderRadius: 1,
  bgcolor: sidebarColors.raised,
  fontSize: '0.8125rem',
};

interface NavigationEntryProps {
  entry: MenuEntry;
  to: string;
  isCurrent: boolean;
  isCollapsed: boolean;
}

/** One menu entry. A locked one can still be focused, so that its reason can be read. */
const NavigationEntry = ({ entry, to, isCurrent, isCollapsed }: NavigationEntryProps) => {
  const { level, selected } = useLocationScope();
  const { can } = useAccess();
  const prefetchRows = usePrefetchRows(selected);
  const lock = level && !can(entry.slug) ? lockedReason(level, entry.slug) : undefined;
  const Icon = entry.icon;
  const fetchScreen = () => preload(entry.slug);
  // A press is not yet a click, and the list is not drawn before that.
  const fetchRows = () => prefetchRows(entry.slug);
  const content = (
    <>
      <Icon fontSize="small" aria-hidden="true" />
      <span>{entry.label}</span>
      {lock && <LockOutlined aria-hidden="true" />}
    </>
  );
  return (
    <li>
      <LazyTooltip title={lock ?? (isCollapsed ? entry.label : '')} placement="right" isName={!lock}>
        {lock ? (
          <a {...locked}>{content}</a>
        ) : (
          <Link
            to={to}
            aria-current={isCurrent ? 'page' : undefined}
            onPointerEnter={fetchScreen}
            onFocus={fetchScreen}
            onPointerDown={fetchRows}
            onClick={fetchRows}
          >
            {content}
          </Link>
        )}
      </LazyTooltip>
    </li>
  );
};

const locked = { role: 'link', 'aria-disabled': true, tabIndex: 0 } as const;

/** One style for all entries. Separate styled elements would each be computed again whenever the page changes. */
const entries = {
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  px: 1.25,
  pb: 2,
  scrollbarWidth: 'thin',
  '& ul': { listStyle: 'none', m: 0, p: 0 },
  '& ul + ul': { mt: 1.25, pt: 1.25, borderTop: `1px solid ${sidebarColors.line}` },
  '& a': {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: 1.5,
    minHeight: 38,
    '@media (pointer: coarse)': { minHeight: 44 },
    px: 1.75,
    my: '1px',
    borderRadius: 1,
    color: sidebarColors.text,
    fontSize: '0.875rem',
    fontWeight: 500,
    textDecoration: 'none',
    '& span': { flex: 1 },
    '& span + svg': { fontSize: 16 },
    '@media (hover: hover)': { '&:hover': { bgcolor: sidebarColors.raised, color: '#fff' } },
    '&:focus-visible': { outline: `2px solid ${sidebarColors.spot}`, outlineOffset: -2 },
    '&[aria-current]': { bgcolor: sidebarColors.raised, color: '#fff', fontWeight: 600 },
    '&[aria-current]::before': {
      content: '""',
      position: 'absolute',
      left: 0,
      top: 10,
      bottom: 10,
      width: 3,
      borderRadius: 2,
      bgcolor: sidebarColors.spot,
    },
    '&[aria-disabled]': { bgcolor: 'transparent', color: sidebarColors.muted, cursor: 'not-allowed' },
  },
} as const;

const collapsedEntries = {
  ...entries,
  '& a span': visuallyHidden,
  '& a span + svg': { position: 'absolute', right: 4, bottom: 4, fontSize: 12 },
} as const;

export const Brand = ({ isCollapsed = false }: { isCollapsed?: boolean }) => (
  <Box
    component={Link}
    to={paths.dashboard}
    aria-label="Spotter"
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 1.25,
      height: 64,
      px: isCollapsed ? '19px' : 2.25,
      flexShrink: 0,
      color: '#fff',
      fontSize: '1.125rem',
      fontWeight: 650,
      letterSpacing: '-0.02em',
      textDecoration: 'none',
      '&:focus-visible': { outline: `2px solid ${sidebarColors.spot}`, outlineOffset: -2 },
    }}
  >
    <Mark size={30} />
    {!isCollapsed && 'Spotter'}
  </Box>
);
