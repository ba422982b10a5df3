import CheckCircle from '@mui/icons-material/CheckCircle';
import { Alert, Box, Button, DialogActions, DialogContent, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { useNotify } from 'react-admin';
import { pairingMinutes, type Device, type DevicePairing } from '#domain/devices/contract.ts';
import { deviceActions } from '#src/dataProvider/devices.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { CodeImage } from '#src/ui/CodeImage.tsx';
import { useShownSecret } from '#src/ui/forms/shownOnce.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { DeviceToken } from './DeviceToken.tsx';
import { useDevices } from './useDevices.ts';

export interface Pairing {
  device: Device;
  pairing: DevicePairing;
  /** Present when the device was just added. */
  token?: string;
}

const pollMs = 2_000;

/** The code of a device for ten minutes, until it is paired. */
export const PairingDialog = ({ begun, onClose }: { begun: Pairing; onClose: () => void }) => {
  const notify = useNotify();
  const [{ device, pairing, token }, setShown] = useState(begun);
  const [isUnsaved, setUnsaved] = useState(false);
  const { data: devices } = useDevices(device.locationId, pollMs);
  const current = devices?.find(({ id }) => id === device.id);
  const isPaired = Boolean(current?.pairedAt) && current?.pairedAt !== device.pairedAt;
  const { close, dialog } = useShownSecret({
    isUnsaved: isUnsaved && !isPaired,
    text: 'The token is not shown again. If it is lost, remove the device and add it again.',
    onClose,
  });
  const again = useSingleMutation({
    mutationFn: () => deviceActions.pairAgain(device.id),
    onSuccess: setShown,
    onError: (error) => notify(messageFrom(error, 'Couldn’t make a pairing code'), { type: 'error' }),
  });
  return (
    <TitledDialog title={isPaired ? `${device.name} is paired` : `Pair ${device.name}`} onClose={close}>
      <DialogContent sx={{ display: 'grid', gap: 2, justifyItems: 'center' }}>
        <Box role="status" sx={{ display: 'contents' }}>
          {isPaired && <Paired isKiosk={device.kind === 'kiosk'} />}
        </Box>
        {!isPaired && (
          <>
            <Code
              key={pairing.code}
              isKiosk={device.kind === 'kiosk'}
              pairing={pairing}
              isBusy={again.isPending}
              onAgain={again.mutate}
            />
            {token && device.kind === 'door' && <DeviceToken token={token} onUnsaved={setUnsaved} />}
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant={isPaired ? 'contained' : 'text'} color={isPaired ? 'primary' : 'inherit'} onClick={close}>
          {isPaired ? 'Done' : 'Close'}
        </Button>
      </DialogActions>
      {dialog}
    </TitledDialog>
  );
};

const Paired = ({ isKiosk }: { isKiosk: boolean }) => (
  <Box sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', gap: 1, py: 3 }}>
    <CheckCircle color="success" sx={{ fontSize: 56 }} />
    <Typography variant="h3" component="p">
      Paired
    </Typography>
    <Typography color="textSecondary">
      {isKiosk ? 'Members can check in at the tablet now.' : 'The controller asks Spotter who may come in.'}
    </Typography>
  </Box>
);

interface CodeProps {
  isKiosk: boolean;
  pairing: DevicePairing;
  isBusy: boolean;
  onAgain: () => void;
}

const Code = ({ isKiosk, pairing: { url, code, qr }, isBusy, onAgain }: CodeProps) => {
  const seconds = useSecondsLeft(pairingMinutes * 60);
  if (seconds === 0)
    return (
      <Alert
        severity="warning"
        sx={{ width: '100%' }}
        action={
          <Button color="inherit" size="small" loading={isBusy} onClick={onAgain}>
            New code
          </Button>
        }
      >
        This code has expired.
      </Alert>
    );
  return (
    <>
      <Typography sx={{ textWrap: 'pretty', justifySelf: 'start' }}>
        {isKiosk ? (
          <>
            On the tablet, open <Address>{`${url}/kiosk`}</Address> and scan this code, or type it.
          </>
        ) : (
          <>
            Scan this code with the controller, or enter <Address>{url}</Address> and the code in its settings.
          </>
        )}
      </Typography>
      <CodeImage svg={qr} label="Pairing code as a QR code" width={220} />
      <Typography component="p" aria-label="Pairing code" sx={codeStyle}>
        {`${code.slice(0, 4)}-${code.slice(4)}`}
      </Typography>
      <Typography color="textSecondary" className="tabular" role="timer">
        Works for {clockText(seconds)} and once
      </Typography>
    </>
  );
};

const Address = ({ children }: { children: string }) => (
  <Box component="strong" sx={{ overflowWrap: 'anywhere', fontWeight: 600 }}>
    {children}
  </Box>
);

const codeStyle = { fontFamily: 'monospace', fontSize: '1.75rem', fontWeight: 700, letterSpacing: '0.06em' } as const;

const clockText = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Reads the clock, since a browser slows the timers of a page in the background. */
function useSecondsLeft(from: number): number {
  const [end] = useState(() => Date.now() + from * 1_000);
  const [left, setLeft] = useState(from);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1_000))), 1_000);
    return () => clearInterval(timer);
  }, [end]);
  return left;
}
