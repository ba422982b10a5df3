import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';
import { sidebarColors } from '#src/custom/theme/palette.ts';
import { Mark } from '#src/custom/theme/Mark.tsx';
import { paths } from '#src/paths.ts';

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
