import ArrowBack from '@mui/icons-material/ArrowBack';
import { Box, IconButton, Typography } from '@mui/material';
import { useEffect, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { withListState } from './lists/listMemory.ts';
import { withJoinedDots } from './withJoinedDots.ts';
import { comingBack } from '#src/navigationState.ts';

interface PageHeaderProps {
  title: string;
  subtitle?: ReactNode;
  /** The parent page. A list reopens as it was left. */
  back?: { to: string; label: string };
  actions?: ReactNode;
  /** The room of all actions, in pixels, where some come late: whether they stand beside the title depends on nothing else. */
  actionsWidth?: number;
  /** A phone shows the actions as icons beside the title. */
  isOneLine?: boolean;
  mark?: ReactNode;
  /** As high as two lines, so that the subtitle stands below the title. Without one it stands beside it, on a wide screen. */
  picture?: ReactNode;
  children?: ReactNode;
}

export const PageHeader = ({
  title,
  subtitle,
  back,
  actions,
  actionsWidth,
  isOneLine = false,
  mark,
  picture,
  children,
}: PageHeaderProps) => {
  usePageTitle(title);
  const header = (
    <Box
      component="header"
      sx={{
        display: 'flex',
        flexWrap: isOneLine ? { xs: 'nowrap', sm: 'wrap' } : 'wrap',
        alignItems: picture ? 'flex-start' : 'center',
        gap: 1.5,
        ...(actionsWidth && { [besideTitle(actionsWidth)]: { flexWrap: 'nowrap' } }),
        // As high as two lines below the title, so that nothing moves when a late button takes the room of a long line.
        minHeight: picture ? { sm: 76 } : undefined,
        ...(!picture && asHighAsAButton),
        mb: 1.5,
      }}
    >
      <Box
        sx={{
          flex: { xs: '1 1 auto', md: `1 1 ${picture ? 340 : 300}px` },
          display: 'flex',
          alignItems: 'flex-start',
          gap: 1.5,
          minWidth: 0,
          maxWidth: '100%',
          mr: 'auto',
        }}
      >
        {back && (
          <IconButton
            component={Link}
            to={withListState(back.to)}
            {...comingBack}
            aria-label={back.label}
            edge="start"
            sx={{ mt: '-5px' }}
          >
            <ArrowBack />
          </IconButton>
        )}
        {picture}
        <Box sx={{ minWidth: 0, ...(!picture && besideEachOther) }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap' }}>
            <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
              {withJoinedDots(title)}
            </Typography>
            {mark}
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2.5 }}>
            {subtitle && (
              <Typography color="textSecondary" sx={{ mt: 0.25, overflowWrap: 'anywhere' }}>
                {typeof subtitle === 'string' ? withJoinedDots(subtitle) : subtitle}
              </Typography>
            )}
            {children}
          </Box>
        </Box>
      </Box>
      {actions && (
        <Box sx={isOneLine ? iconsOnPhone : actionsWidth ? [buttons, inRoom(actionsWidth)] : buttons}>{actions}</Box>
      )}
    </Box>
  );
  return actionsWidth ? <Box sx={{ containerType: 'inline-size' }}>{header}</Box> : header;
};

const besideTitle = (width: number) => `@container (min-width: ${width + 340}px)`;
const inRoom = (width: number) => ({
  flexBasis: '100%',
  [besideTitle(width)]: { width, flex: 'none', flexWrap: 'nowrap', justifyContent: 'flex-end' },
});

const asHighAsAButton = { minHeight: { md: 36.5 }, '@media (pointer: coarse)': { minHeight: 44 } } as const;

const besideEachOther = {
  display: { md: 'flex' },
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: 1.5,
} as const;

/** On a narrow screen the buttons fill the width, so that they are easy to tap. */
const buttons = {
  display: 'flex',
  displayPrint: 'none',
  flexWrap: 'wrap',
  gap: 1,
  width: { xs: 1, sm: 'auto' },
  '& > :not(.MuiButton-text):not(.MuiIconButton-root)': { flex: { xs: '1 1 auto', sm: 'none' } },
} as const;

/** Beside the title of a list a phone has room for the icons alone; the words stay for who listens. */
const iconsOnPhone = {
  display: 'flex',
  displayPrint: 'none',
  flexWrap: { sm: 'wrap' },
  gap: 1,
  alignSelf: { xs: 'flex-start', sm: 'center' },
  '@media (max-width: 599.95px)': {
    '& .MuiButton-root': { minWidth: 44, px: 0, fontSize: 0 },
    '& .MuiButton-startIcon': { m: 0 },
    '& .MuiIconButton-root': { minWidth: 44, border: 1, borderColor: 'grey.400', borderRadius: 1 },
  },
} as const;

export const usePageTitle = (title: string | undefined) => {
  // Another URL of the same page resets the title (`useDefaultTitle`), so it is set after every render.
  useLocation();
  useEffect(() => {
    if (title) document.title = `${title} · Spotter`;
  });
};
