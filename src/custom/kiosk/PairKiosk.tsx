import { useEffect, useRef, useState, type FormEvent } from 'react';
import { readPairingCode } from '#domain/devices/pairingCode.ts';
import { useAttempt } from '#src/custom/auth/useAttempt.ts';
import { Camera } from './Camera.tsx';
import { kioskCalls } from './kioskCalls.ts';

interface PairKioskProps {
  wasRemoved: boolean;
  onPaired: (token: string) => void;
}

/** Takes the code that Access Control shows: typed, from a scanner, or from the camera. */
export const PairKiosk = ({ wasRemoved, onPaired }: PairKioskProps) => {
  const { attempt, run, isBusy } = useAttempt();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const [isScanning, setScanning] = useState(false);
  const pair = (text: string) =>
    void run(async () => {
      const code = readPairingCode(text);
      if (!code) throw new Error('A pairing code has eight letters and digits.');
      const { token, device } = await kioskCalls.pair(code);
      if (device.kind !== 'kiosk') throw new Error('This code is for a door controller. Add a kiosk instead.');
      onPaired(token);
    });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    pair(String(new FormData(event.currentTarget).get('code')));
  };
  return (
    <div className="kiosk">
      <main className="kiosk-main">
        <h1>{wasRemoved ? 'This kiosk was removed' : 'Pair this kiosk'}</h1>
        <p className="kiosk-lead">
          {wasRemoved ? 'To use it again, pair it with a new code. ' : ''}In Spotter, open Access Control, add a kiosk
          under Devices, and enter the code that it shows.
        </p>
        <form className="kiosk-form" onSubmit={submit}>
          <label htmlFor="pairing-code">Pairing code</label>
          <input
            id="pairing-code"
            name="code"
            className="kiosk-code"
            ref={input}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="ABCD-EFGH"
          />
          {attempt.state === 'error' && (
            <p className="kiosk-problem" role="alert">
              {attempt.message}
            </p>
          )}
          <button className="kiosk-button" disabled={isBusy}>
            {isBusy ? 'Pairing...' : 'Pair'}
          </button>
        </form>
        {isScanning ? (
          <Camera onCode={(text) => readPairingCode(text) && pair(text)} onClose={() => setScanning(false)} />
        ) : (
          <button type="button" className="kiosk-link" onClick={() => setScanning(true)}>
            Scan with the camera
          </button>
        )}
      </main>
    </div>
  );
};
