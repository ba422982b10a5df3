import Close from '@mui/icons-material/Close';
import { Box, Drawer, IconButton } from '@mui/material';
import { sidebarColors } from '#src/ui/theme/palette.ts';
import { Brand, Navigation } from './Navigation.tsx';

export const MobileMenu = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Drawer
    open={isOpen}
    onClose={onClose}
    slotProps={{
      paper: {
        role: 'dialog',
        'aria-label': 'Main menu',
        sx: { width: 280, border: 0, bgcolor: sidebarColors.background, color: sidebarColors.text },
      },
    }}
  >
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', pr: 1 }}>
      <Brand />
      <IconButton onClick={onClose} aria-label="Close menu" sx={{ color: sidebarColors.text }}>
        <Close />
      </IconButton>
    </Box>
    <Navigation />
  </Drawer>
);
