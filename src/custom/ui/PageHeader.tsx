import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { comingBack, withListState } from './listMemory.ts';

interface PageHeaderProps {
  title: string;
  subtitle?: ReactNode;
  /** The page above this one; a list is found again as it was left. */
  back?: { to: string; label: string };
  /** Buttons on the right. */
  actions?: ReactNode;
  /** Beside the title: a badge. */
  mark?: ReactNode;
}

/** The top of every page: where one is, in one glance, and what can be done here. */
export const PageHeader = ({ title, subtitle, back, actions, mark }: PageHeaderProps) => {
  useEffect(() => {
    document.title = `${title} · Spotter`;
  }, [title]);
  return (
    <Box component="header" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: { xs: 2, md: 3 } }}>
      <Box sx={{ flex: { xs: '1 1 auto', md: '1 1 0' }, display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0, maxWidth: '100%', mr: 'auto' }}>
        {back && (
          <IconButton component={Link} to={withListState(back.to)} state={comingBack} aria-label={back.label} edge="start">
            <ArrowBack />
          </IconButton>
        )}
        <Box sx={{ minWidth: 0 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap' }}>
            <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
              {title}
            </Typography>
            {mark}
          </Box>
          {subtitle && (
            <Typography color="textSecondary" sx={{ mt: 0.25, overflowWrap: 'anywhere' }}>
              {subtitle}
            </Typography>
          )}
        </Box>
      </Box>
      {actions && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{actions}</Box>}
    </Box>
  );
};
