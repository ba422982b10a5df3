import InsightsOutlined from '@mui/icons-material/InsightsOutlined';
import LockOpenOutlined from '@mui/icons-material/LockOpenOutlined';
import LockOutlined from '@mui/icons-material/LockOutlined';
import MeetingRoomOutlined from '@mui/icons-material/MeetingRoomOutlined';
import PointOfSaleOutlined from '@mui/icons-material/PointOfSaleOutlined';
import PersonAddAlt from '@mui/icons-material/PersonAddAlt';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import { Box, Button, Typography } from '@mui/material';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Feature } from '#domain/shared/access.ts';
import { lockedReason } from '#domain/shared/featureText.ts';
import { locationActions } from '#src/dataProvider/location.ts';
import { doorOpenedMs } from '#src/limits.ts';
import { useAccess, useIsAtTillOnly, useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { visuallyHidden } from '#src/ui/dom.ts';
import { LazyTooltip } from '#src/ui/LazyTooltip.tsx';
import { useTimeout } from '#src/ui/time.ts';
import { preload } from '#src/performance/lazyWithPreload.tsx';
import { paths } from '#src/paths.ts';

export const QuickActions = () => {
  const isAtTillOnly = useIsAtTillOnly();
  return (
    <Box component="section" aria-label="Quick actions" sx={actionRow}>
      {isAtTillOnly ? (
        <ActionLink feature="pos" to={paths.pos} label="Point of Sale" icon={<PointOfSaleOutlined />} />
      ) : (
        <ActionLink feature="contacts" to={paths.contacts.add} label="Add Contact" icon={<PersonAddAlt />} />
      )}
      <Door />
      {!isAtTillOnly && (
        <>
          <ActionLink feature="reports" to={paths.reports} label="Reports" icon={<InsightsOutlined />} />
          <ActionLink feature="settings" to={paths.settings.home} label="Settings" icon={<SettingsOutlined />} />
        </>
      )}
    </Box>
  );
};

/** The two buttons change only this page, which says so. */
const Door = () => {
  const captionId = useId();
  const { selected } = useLocationScope();
  const { data } = useQuery({
    queryKey: ['doors', 'controller', selected?.id],
    queryFn: selected ? ({ signal }) => locationActions.doorController(selected.id, signal) : skipToken,
  });
  return (
    <Box role="group" aria-label="Door" aria-describedby={captionId} sx={door}>
      <OpenDoor />
      <LockDoor />
      {/* Its line is kept while it loads. */}
      <Typography id={captionId} variant="caption" color="textSecondary" sx={doorCaption}>
        {data ? (data.hasController ? 'Shown here only, opens no door' : 'No door connected') : '\u00a0'}
      </Typography>
    </Box>
  );
};

const OpenDoor = () => {
  const [isOpened, setOpened] = useState(false);
  useTimeout(() => setOpened(false), isOpened ? doorOpenedMs : null);
  return (
    <>
      <Button
        variant="outlined"
        color={isOpened ? 'success' : 'primary'}
        startIcon={<MeetingRoomOutlined />}
        onClick={() => setOpened(true)}
      >
        {isOpened ? 'Door Opened' : 'Open Door'}
      </Button>
      <Box component="output" sx={visuallyHidden}>
        {isOpened ? 'Door Opened' : ''}
      </Box>
    </>
  );
};

const LockDoor = () => {
  const [isLocked, setLocked] = useState(true);
  return (
    <Button
      variant="outlined"
      color={isLocked ? 'primary' : 'warning'}
      startIcon={isLocked ? <LockOutlined /> : <LockOpenOutlined />}
      onClick={() => setLocked(!isLocked)}
    >
      {isLocked ? 'Unlock Door' : 'Lock Door'}
    </Button>
  );
};

const actionRow = {
  display: { xs: 'grid', sm: 'flex' },
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: 1,
  '& > :first-child': { gridColumn: '1 / -1' },
} as const;

const door = {
  gridColumn: '1 / -1',
  display: 'grid',
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'auto auto' },
  columnGap: 1,
  rowGap: { xs: 1, sm: 0.5 },
} as const;

const doorCaption = { gridColumn: '1 / -1', lineHeight: 1.4, displayPrint: 'none' } as const;

interface ActionLinkProps {
  feature: Feature;
  to: string;
  label: string;
  icon: ReactNode;
}

const ActionLink = ({ feature, to, label, icon }: ActionLinkProps) => {
  const { level } = useLocationScope();
  const { can } = useAccess();
  if (level && !can(feature)) {
    return (
      <LazyTooltip title={lockedReason(level, feature)}>
        <Button
          variant="outlined"
          aria-disabled
          startIcon={<LockOutlined />}
          sx={{ color: 'text.secondary', cursor: 'not-allowed' }}
        >
          {label}
        </Button>
      </LazyTooltip>
    );
  }
  return (
    <Button component={Link} to={to} variant="outlined" startIcon={icon} onPointerEnter={() => preload(feature)}>
      {label}
    </Button>
  );
};
