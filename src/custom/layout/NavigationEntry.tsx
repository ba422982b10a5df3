import LockOutlined from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';
import { sidebarColors } from '#src/custom/theme/palette.ts';
import { LazyTooltip } from '#src/custom/ui/LazyTooltip.tsx';
import { visuallyHidden } from '#src/custom/ui/visuallyHidden.ts';
import { usePrefetchList } from '#src/custom/ui/usePrefetchList.ts';
import type { MenuEntry } from '#src/menu.ts';
import { preload } from '#src/lazyWithPreload.tsx';

interface NavigationEntryProps {
  entry: MenuEntry;
  to: string;
  isCurrent: boolean;
  isCollapsed: boolean;
  /** Why this level cannot open it; undefined when it can. */
  lock: string | undefined;
}

/** One line of the menu. A locked one can still be reached with the keyboard, so that its reason can be read. */
export const NavigationEntry = ({ entry, to, isCurrent, isCollapsed, lock }: NavigationEntryProps) => {
  const Icon = entry.icon;
  const prefetchList = usePrefetchList(entry.slug);
  const fetchAhead = () => {
    preload(entry.slug);
    prefetchList();
  };
  const content = (
    <>
      <Icon fontSize="small" aria-hidden="true" />
      <Box component="span" sx={isCollapsed ? visuallyHidden : { flex: 1 }}>
        {entry.label}
      </Box>
      {lock && <LockOutlined aria-hidden="true" sx={isCollapsed ? cornerLock : { fontSize: 16 }} />}
    </>
  );
  return (
    <li>
      <LazyTooltip title={lock ?? (isCollapsed ? entry.label : '')} placement="right" isName={!lock}>
        {lock ? (
          <Box component="a" {...locked} sx={{ ...line, color: sidebarColors.muted, cursor: 'not-allowed' }}>
            {content}
          </Box>
        ) : (
          <Box
            component={Link}
            to={to}
            aria-current={isCurrent ? 'page' : undefined}
            onPointerEnter={fetchAhead}
            onFocus={fetchAhead}
            sx={{ ...line, ...(isCurrent ? current : open) }}
          >
            {content}
          </Box>
        )}
      </LazyTooltip>
    </li>
  );
};

/** A link that leads nowhere, said so to a screen reader and still reached by the Tab key. */
const locked = { role: 'link', 'aria-disabled': true, tabIndex: 0 } as const;

const line = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 38,
  px: 1.75,
  my: '1px',
  borderRadius: 1,
  fontSize: '0.875rem',
  fontWeight: 500,
  textDecoration: 'none',
  '&:focus-visible': { outline: `2px solid ${sidebarColors.spot}`, outlineOffset: -2 },
} as const;

const open = { color: sidebarColors.text, '&:hover': { bgcolor: sidebarColors.raised, color: '#fff' } } as const;

const current = {
  bgcolor: sidebarColors.raised,
  color: '#fff',
  fontWeight: 600,
  '&::before': { content: '""', position: 'absolute', left: 0, top: 10, bottom: 10, width: 3, borderRadius: 2, bgcolor: sidebarColors.spot },
} as const;

const cornerLock = { position: 'absolute', right: 4, bottom: 4, fontSize: 12 } as const;
