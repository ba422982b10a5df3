import KeyboardDoubleArrowLeft from '@mui/icons-material/KeyboardDoubleArrowLeft';
import { Box, ButtonBase } from '@mui/material';
import { sidebarColors } from '#src/ui/theme/palette.ts';
import { Brand, Navigation } from './Navigation.tsx';

export const Sidebar = ({ isCollapsed, onCollapse }: { isCollapsed: boolean; onCollapse: () => void }) => (
  <Box
    component="aside"
    aria-label="Main menu"
    sx={{
      position: 'sticky',
      top: 0,
      display: 'flex',
      displayPrint: 'none',
      flexDirection: 'column',
      flexShrink: 0,
      width: isCollapsed ? 68 : 236,
      height: '100dvh',
      bgcolor: sidebarColors.background,
      color: sidebarColors.text,
      transition: 'width 160ms ease',
    }}
  >
    <Brand isCollapsed={isCollapsed} />
    <Navigation isCollapsed={isCollapsed} />
    <ButtonBase
      onClick={onCollapse}
      aria-expanded={!isCollapsed}
      aria-label={isCollapsed ? 'Expand menu' : 'Collapse menu'}
      sx={{
        justifyContent: isCollapsed ? 'center' : 'flex-start',
        gap: 1.5,
        height: 48,
        px: 2.75,
        borderTop: `1px solid ${sidebarColors.line}`,
        color: sidebarColors.muted,
        fontSize: '0.8125rem',
        '@media (hover: hover)': { '&:hover': { color: sidebarColors.text } },
        '&:focus-visible': { outline: `2px solid ${sidebarColors.spot}`, outlineOffset: -2 },
      }}
    >
      <KeyboardDoubleArrowLeft fontSize="small" sx={{ rotate: isCollapsed ? '180deg' : 'none' }} />
      {!isCollapsed && 'Collapse'}
    </ButtonBase>
  </Box>
);
