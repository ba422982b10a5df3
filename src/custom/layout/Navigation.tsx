import Box from '@mui/material/Box';
import { useLocation } from 'react-router-dom';
import { levelLabels } from '#domain/rules/access.ts';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import { rail } from '#src/custom/theme/palette.ts';
import { menu } from '#src/menu.ts';
import { NavigationEntry } from './NavigationEntry.tsx';

/** The menu's entries. What the level cannot use is locked, and says why. */
export const Navigation = ({ isCollapsed = false }: { isCollapsed?: boolean }) => {
  const { pathname } = useLocation();
  const { selected } = useLocationScope();
  return (
    <>
      {!isCollapsed && <Place />}
      <Box component="nav" aria-label="Main" sx={{ flex: 1, minHeight: 0, overflowY: 'auto', px: 1.25, pb: 2, scrollbarWidth: 'thin' }}>
        {menu.map((group) => (
          <Box
            key={group[0]?.slug}
            component="ul"
            sx={{ listStyle: 'none', m: 0, p: 0, '& + &': { mt: 1.25, pt: 1.25, borderTop: `1px solid ${rail.line}` } }}
          >
            {group.map((entry) => (
              <NavigationEntry
                key={entry.slug}
                entry={entry}
                to={entry.to(selected?.id)}
                isCurrent={pathname.split('/')[1] === entry.slug}
                isCollapsed={isCollapsed}
              />
            ))}
          </Box>
        ))}
      </Box>
    </>
  );
};

/** Where one works, and as what. */
const Place = () => {
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

/** As high as its two lines before they are there, so that the menu below stays where it is. */
const place = { mx: 1.25, mb: 1.5, px: 1.25, py: 1, minHeight: '53.5px', borderRadius: 1, bgcolor: rail.raised, fontSize: '0.8125rem' };
