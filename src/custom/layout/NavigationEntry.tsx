import LockOutlined from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';
import { lockedReason } from '#domain/rules/access.ts';
import { useFeatureAccess, useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import { rail } from '#src/custom/theme/palette.ts';
import { Hint } from '#src/custom/ui/Hint.tsx';
import { spokenOnly } from '#src/custom/ui/spokenOnly.ts';
import { useListAhead } from '#src/custom/ui/useListAhead.ts';
import type { MenuEntry } from '#src/menu.ts';
import { preload } from '#src/screen.tsx';

interface NavigationEntryProps {
  entry: MenuEntry;
  to: string;
  isCurrent: boolean;
  isCollapsed: boolean;
}

/** One line of the menu. A locked one can still be reached with the keyboard, so that its reason can be read. */
export const NavigationEntry = ({ entry, to, isCurrent, isCollapsed }: NavigationEntryProps) => {
  const { level } = useLocationScope();
  const { canAccess } = useFeatureAccess(entry.slug);
  const lock = level && canAccess === false ? lockedReason(level, entry.slug) : undefined;
  const Icon = entry.icon;
  const listAhead = useListAhead(entry.slug);
  const fetchAhead = () => {
    preload(entry.slug);
    listAhead();
  };
  const content = (
    <>
      <Icon fontSize="small" aria-hidden="true" />
      <Box component="span" sx={isCollapsed ? spokenOnly : { flex: 1 }}>
        {entry.label}
      </Box>
      {lock && <LockOutlined aria-hidden="true" sx={isCollapsed ? cornerLock : { fontSize: 16 }} />}
    </>
  );
  return (
    <li>
      <Hint title={lock ?? (isCollapsed ? entry.label : '')} placement="right" isName={!lock}>
        {lock ? (
          <Box component="a" {...locked} sx={{ ...line, color: rail.muted, cursor: 'not-allowed' }}>
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
      </Hint>
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
  '&:focus-visible': { outline: `2px solid ${rail.spot}`, outlineOffset: -2 },
} as const;

const open = { color: rail.text, '&:hover': { bgcolor: rail.raised, color: '#fff' } } as const;

const current = {
  bgcolor: rail.raised,
  color: '#fff',
  fontWeight: 600,
  '&::before': { content: '""', position: 'absolute', left: 0, top: 10, bottom: 10, width: 3, borderRadius: 2, bgcolor: rail.spot },
} as const;

const cornerLock = { position: 'absolute', right: 4, bottom: 4, fontSize: 12 } as const;
