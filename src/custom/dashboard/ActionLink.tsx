import LockOutlined from '@mui/icons-material/LockOutlined';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { can, lockedReason, type Feature } from '#domain/rules/access.ts';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import { LazyTooltip } from '#src/custom/ui/LazyTooltip.tsx';
import { preload } from '#src/lazyWithPreload.tsx';

interface ActionLinkProps {
  feature: Feature;
  to: string;
  label: string;
  icon: ReactNode;
  isMain?: boolean;
}

/** A shortcut to a feature, locked like the sidebar's entry when the level cannot use it. */
export const ActionLink = ({ feature, to, label, icon, isMain = false }: ActionLinkProps) => {
  const { level } = useLocationScope();
  if (level && !can(level, feature)) {
    return (
      <LazyTooltip title={lockedReason(level, feature)}>
        <Button variant="outlined" color="inherit" aria-disabled startIcon={<LockOutlined />} sx={{ color: 'text.secondary', cursor: 'not-allowed' }}>
          {label}
        </Button>
      </LazyTooltip>
    );
  }
  return (
    <Button
      component={Link}
      to={to}
      variant={isMain ? 'contained' : 'outlined'}
      color={isMain ? 'primary' : 'inherit'}
      startIcon={icon}
      onPointerEnter={() => preload(feature)}
    >
      {label}
    </Button>
  );
};
