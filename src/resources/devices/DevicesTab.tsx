import Add from '@mui/icons-material/Add';
import DevicesOutlined from '@mui/icons-material/DevicesOutlined';
import TabletMacOutlined from '@mui/icons-material/TabletMacOutlined';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { deviceKindLabels, type Device } from '#domain/devices/contract.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { deviceActions } from '#src/dataProvider/devices.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { ActionMenu } from '#src/ui/ActionMenu.tsx';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { DateField } from '#src/ui/fields.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { NameInCard } from '#src/ui/lists/NameInCard.tsx';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import { useNow } from '#src/ui/time.ts';
import { agoText } from '#src/ui/agoText.ts';
import type { Pairing } from './PairingDialog.tsx';
import { useDevices } from './useDevices.ts';

const AddDeviceDialog = lazyWithPreload('access-control', () => import('./AddDeviceDialog.tsx'), 'AddDeviceDialog');
const EditDeviceDialog = lazyWithPreload('access-control', () => import('./EditDeviceDialog.tsx'), 'EditDeviceDialog');
const PairingDialog = lazyWithPreload('access-control', () => import('./PairingDialog.tsx'), 'PairingDialog');
const StartKioskDialog = lazyWithPreload('access-control', () => import('./StartKioskDialog.tsx'), 'StartKioskDialog');

/** The kiosks and door controllers of the selected location. */
export const DevicesTab = () => {
  const { id: locationId } = useSelectedLocation();
  const query = useDevices(locationId);
  const [open, setOpen] = useState<'device' | 'kiosk'>();
  const [pairing, setPairing] = useState<Pairing>();
  const [edited, setEdited] = useState<Device>();
  const { actionsFor, dialog } = useDeviceMenu(setPairing, setEdited);
  const close = () => setOpen(undefined);
  const buttons = (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button variant="outlined" startIcon={<TabletMacOutlined />} onClick={() => setOpen('kiosk')}>
        Start a kiosk here
      </Button>
      <Button variant="contained" startIcon={<Add />} onClick={() => setOpen('device')}>
        Add device
      </Button>
    </Box>
  );
  return (
    <Section title="Devices" text="Tablets and door controllers that check members in." actions={buttons} isFlush>
      <QueryState
        query={query}
        fallback="Couldn’t load devices"
        isEmpty={(devices) => devices.length === 0}
        empty={noDevices}
      >
        {(devices) => (
          <StaticTable<Device> label="Devices" rows={devices} columns={[...columns, menuColumn(actionsFor)]} />
        )}
      </QueryState>
      {open && (
        <LazyPart onClose={close}>
          {open === 'kiosk' ? (
            <StartKioskDialog locationId={locationId} onClose={close} />
          ) : (
            <AddDeviceDialog locationId={locationId} onAdded={setPairing} onClose={close} />
          )}
        </LazyPart>
      )}
      {pairing && (
        <LazyPart onClose={() => setPairing(undefined)}>
          <PairingDialog begun={pairing} onClose={() => setPairing(undefined)} />
        </LazyPart>
      )}
      {edited && (
        <LazyPart onClose={() => setEdited(undefined)}>
          <EditDeviceDialog device={edited} onClose={() => setEdited(undefined)} />
        </LazyPart>
      )}
      {dialog}
    </Section>
  );
};

function useDeviceMenu(onPairing: (pairing: Pairing) => void, onEdit: (device: Device) => void) {
  const notify = useNotify();
  const { confirm, dialog } = useConfirm();
  const revoke = useSingleMutation({
    mutationFn: (id: string) => deviceActions.revoke(id),
    onSuccess: ({ message }) => notify(message, { type: 'success' }),
    onError: (error) => notify(messageFrom(error, 'Couldn’t remove the device'), { type: 'error' }),
  });
  const pairAgain = useSingleMutation({
    mutationFn: (id: string) => deviceActions.pairAgain(id),
    onSuccess: onPairing,
    onError: (error) => notify(messageFrom(error, 'Couldn’t make a pairing code'), { type: 'error' }),
  });
  const remove = async ({ id, name }: Device) => {
    if (await confirm({ ...question, title: `Remove ${name}?` })) revoke.mutate(id);
  };
  const actionsFor = (device: Device) => [
    { label: 'Edit', onSelect: () => onEdit(device) },
    {
      label: device.pairedAt ? 'Pair again' : 'Pair',
      isPending: pairAgain.isPending && pairAgain.variables === device.id,
      onSelect: () => pairAgain.mutate(device.id),
    },
    {
      label: 'Remove',
      isDangerous: true,
      isPending: revoke.isPending && revoke.variables === device.id,
      onSelect: () => void remove(device),
    },
  ];
  return { actionsFor, dialog };
}

const question = {
  text: 'It stops working at once. To use it again, add it as a new device.',
  confirmLabel: 'Remove',
  isDangerous: true,
} as const;

const menuColumn = (actionsFor: ReturnType<typeof useDeviceMenu>['actionsFor']): Column<Device> => ({
  label: 'Actions',
  align: 'right',
  inCard: 'end',
  cell: (device) => <ActionMenu label={`Actions for ${device.name}`} actions={actionsFor(device)} />,
});

const columns: readonly Column<Device>[] = [
  {
    label: 'Name',
    cell: ({ name, kind, hardware, version }) => {
      const model = [hardware, version].filter(Boolean).join(' ');
      return (
        <NameInCard name={name} line={model} cardLine={[deviceKindLabels[kind], model].filter(Boolean).join(' · ')} />
      );
    },
  },
  { label: 'Kind', inCard: 'none', cell: ({ kind }) => deviceKindLabels[kind] },
  {
    label: 'Paired',
    cell: ({ pairedAt }) =>
      pairedAt ? (
        <span className="nothing">
          <DateField value={pairedAt} format={dateTimeText} />
        </span>
      ) : (
        <StatusBadge severity="warning" label="Not paired" />
      ),
  },
  { label: 'Last Seen', cell: ({ lastSeenAt }) => <Ago time={lastSeenAt} never="Never" /> },
  {
    label: 'Access List',
    cell: ({ kind, listFetchedAt }) =>
      kind === 'kiosk' ? <span className="nothing">—</span> : <Ago time={listFetchedAt} never="Never fetched" />,
  },
];

const Ago = ({ time, never }: { time: string | null; never: string }) => {
  const now = useNow();
  const { timezone } = useSelectedLocation();
  return time ? <time dateTime={time}>{agoText(time, now, timezone)}</time> : never;
};

const noDevices = (
  <EmptyState
    heading="h2"
    icon={<DevicesOutlined />}
    title="No devices yet"
    text="A tablet at the entrance lets members check in by themselves. A door controller opens the door for those who may come in."
  />
);
