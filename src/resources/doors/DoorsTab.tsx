import Add from '@mui/icons-material/Add';
import MeetingRoomOutlined from '@mui/icons-material/MeetingRoomOutlined';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import type { Device } from '#domain/devices/contract.ts';
import type { Door } from '#domain/doors/contract.ts';
import { doorActions } from '#src/dataProvider/doors.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { useDevices } from '#src/resources/devices/useDevices.ts';
import { ActionMenu, type MenuAction } from '#src/ui/ActionMenu.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { ActiveStatus, ListStatus } from '#src/ui/StatusBadge.tsx';
import { useDoors } from './useDoors.ts';
import { useOpenDoor } from './useOpenDoor.ts';
import { useRemove } from './useRemove.tsx';

const DoorDialog = lazyWithPreload('access-control', () => import('./DoorDialog.tsx'), 'DoorDialog');

/** The doors of the selected location, and the button that opens them. */
export const DoorsTab = () => {
  const { id: locationId } = useSelectedLocation();
  const query = useDoors(locationId);
  const { data: devices = [] } = useDevices(locationId);
  const [edited, setEdited] = useState<Door | 'new'>();
  const { open, opening } = useOpenDoor();
  const { remove, removing, dialog } = useRemove(doorActions.remove, 'Couldn’t delete the door');
  const close = () => setEdited(undefined);
  const actionsFor = (door: Door) => [
    { label: 'Edit', onSelect: () => setEdited(door) },
    {
      label: 'Delete',
      isDangerous: true,
      isPending: removing === door.id,
      onSelect: () => void remove(door.id, { ...question, title: `Delete ${door.name}?` }),
    },
  ];
  return (
    <Section
      title="Doors"
      text="Check-ins carry the name of the door. A controller that is paired under Devices opens it."
      actions={
        <Button variant="contained" startIcon={<Add />} onClick={() => setEdited('new')}>
          Add door
        </Button>
      }
      isFlush
    >
      <QueryState query={query} fallback="Couldn’t load doors" isEmpty={(doors) => doors.length === 0} empty={noDoors}>
        {(doors) => (
          <StaticTable<Door>
            label="Doors"
            rows={doors}
            columns={[...columnsFor(devices), openColumn(open, opening), menuColumn(actionsFor)]}
          />
        )}
      </QueryState>
      {edited && (
        <LazyPart onClose={close}>
          <DoorDialog locationId={locationId} door={edited === 'new' ? undefined : edited} onClose={close} />
        </LazyPart>
      )}
      {dialog}
    </Section>
  );
};

const question = {
  text: 'Check-ins keep its name. Its controller no longer opens it from here.',
  confirmLabel: 'Delete',
} as const;

const columnsFor = (devices: readonly Device[]): readonly Column<Door>[] => [
  {
    label: 'Name',
    cell: ({ name }) => (
      <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {name}
      </Box>
    ),
  },
  {
    label: 'Status',
    cell: ({ isActive }) => (
      <span className={isActive ? 'nothing' : undefined}>
        <ActiveStatus isActive={isActive} />
      </span>
    ),
  },
  {
    label: 'Controller',
    cell: ({ id }) =>
      devices
        .filter(({ doorIds }) => doorIds.includes(id))
        .map(({ name }) => name)
        .join(', ') || 'None',
  },
  {
    label: 'Connection',
    cell: ({ isConnected }) => (
      <ListStatus severity={isConnected ? 'success' : 'neutral'} label={isConnected ? 'Connected' : 'Not connected'} />
    ),
  },
];

const openColumn = (onOpen: (door: Door) => void, opening: string | undefined): Column<Door> => ({
  label: 'Open',
  inCard: 'bare',
  cell: (door) => <OpenButton door={door} isOpening={opening === door.id} onOpen={() => onOpen(door)} />,
});

const menuColumn = (actionsFor: (door: Door) => readonly MenuAction[]): Column<Door> => ({
  label: 'Actions',
  align: 'right',
  inCard: 'end',
  cell: (door) => <ActionMenu label={`Actions for ${door.name}`} actions={actionsFor(door)} />,
});

interface OpenButtonProps {
  door: Door;
  isOpening: boolean;
  onOpen: () => void;
}

const OpenButton = ({ door: { name, isActive, isConnected }, isOpening, onOpen }: OpenButtonProps) =>
  isActive && isConnected ? (
    <Button size="small" variant="outlined" loading={isOpening} onClick={onOpen} aria-label={`Open ${name}`}>
      Open
    </Button>
  ) : null;

const noDoors = (
  <EmptyState
    heading="h2"
    icon={<MeetingRoomOutlined />}
    title="No doors yet"
    text="Add the doors through which members come in, then say under Devices which controller opens them."
  />
);
