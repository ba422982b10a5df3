import MenuIcon from '@mui/icons-material/Menu';
import { Box, IconButton } from '@mui/material';
import { memo } from 'react';
import { Palette } from '#src/custom/palette/Palette.tsx';
import { lowWindow } from '#src/ui/theme/components.ts';
import { LocationSelector } from './LocationSelector.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';

/** Beside the menu it stays as it is from page to page. */
export const TopBar = memo(({ onMenu }: { onMenu?: (() => void) | undefined }) => (
  <Box
    component="header"
    sx={{
      position: 'sticky',
      [lowWindow]: { position: 'static' },
      displayPrint: 'none',
      top: 0,
      zIndex: 'appBar',
      bgcolor: 'background.paper',
      borderBottom: 1,
      borderColor: 'divider',
    }}
  >
    <Box sx={bar}>
      {onMenu && (
        <IconButton onClick={onMenu} aria-label="Open menu" aria-haspopup="dialog" edge="start">
          <MenuIcon />
        </IconButton>
      )}
      <LocationSelector />
      <Box sx={{ flex: 1 }} />
      <Palette />
      <ProfileMenu />
    </Box>
  </Box>
));

/** The maximum width of the top bar and the page. Longer lines are hard to read. */
export const pageWidth = 1640;
const bar = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  height: 63,
  maxWidth: pageWidth,
  mx: 'auto',
  px: { xs: 1.5, md: 3, lg: 4 },
} as const;
