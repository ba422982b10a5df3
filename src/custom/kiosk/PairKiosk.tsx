import { useEffect, useRef, useState, type FormEvent } from 'react';
import { readPairingCode } from '#domain/devices/pairingCode.ts';
import { explainLoss } from '#src/dataProvider/sendAttempt.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { Camera } from './Camera.tsx';
import { kioskCalls } from './kioskCalls.ts';

const codeMayBeUsed = 'Try again. If the code no longer works, make a new one: under Devices, choose Pair again.';

interface PairKioskProps {
  wasRemoved: boolean;
  onPaired: (token: string) => void;
}

/** Takes the code that Access Control shows: typed, from a scanner, or from the camera. */
export const PairKiosk = ({ wasRemoved, onPaired }: PairKioskProps) => {
  const [state, setState] = useState<{ isBusy: boolean; problem?: string }>({ isBusy: false });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const [isScanning, setScanning] = useState(false);
  const refuse = (problem: string) => {
    setState({ isBusy: false, problem });
    input.current?.focus();
  };
  const pair = async (text: string) => {
    const code = readPairingCode(text);
    if (state.isBusy) return;
    if (!code) return refuse('A pairing code has eight letters and digits.');
    setState({ isBusy: true });
    try {
      const { token, device } = await explainLoss(kioskCalls.pair(code), codeMayBeUsed);
      if (device.kind === 'kiosk') return onPaired(token);
      return refuse('This code is for a door controller. Add a kiosk instead.');
    } catch (error) {
      return refuse(messageFrom(error, 'The kiosk could not be paired. Try again.'));
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void pair(String(new FormData(event.currentTarget).get('code')));
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
          {state.problem && (
            <p className="kiosk-problem" role="alert">
              {state.problem}
            </p>
          )}
          <button className="kiosk-button" disabled={state.isBusy}>
            {state.isBusy ? 'Pairing...' : 'Pair'}
          </button>
        </form>
        {isScanning ? (
          <Camera onCode={(text) => void (readPairingCode(text) && pair(text))} onClose={() => setScanning(false)} />
        ) : (
          <button type="button" className="kiosk-link" onClick={() => setScanning(true)}>
            Scan with the camera
          </button>
        )}
      </main>
    </div>
  );
};
