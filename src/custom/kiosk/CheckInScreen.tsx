import { useEffect, useRef, useState, type FormEvent } from 'react';
import { readCode } from '#domain/contacts/memberCode.ts';
import type { DeviceSelf } from '#domain/devices/contract.ts';
import { localStorage } from '#src/safeStorage.ts';
import { Camera } from './Camera.tsx';
import { FullScreenButton } from './FullScreenButton.tsx';
import type { Visitor } from './kioskCalls.ts';
import { NameForm } from './NameForm.tsx';
import { ResultScreen } from './ResultScreen.tsx';
import { useCheckIn } from './useCheckIn.ts';

interface CheckInScreenProps {
  token: string;
  self: DeviceSelf;
  onRevoked: () => void;
}

const cameraKey = 'kioskCamera';

export const CheckInScreen = ({ token, self: { location, company }, onRevoked }: CheckInScreenProps) => {
  const { result, isBusy, checkIn, again, dismiss } = useCheckIn(token, location.id, onRevoked);
  const [isByName, setByName] = useState(false);
  const [isScanning, setScanning] = useState(() => localStorage.getItem(cameraKey) === 'on');
  const turnCamera = (isOn: boolean) => {
    if (isOn) localStorage.setItem(cameraKey, 'on');
    else localStorage.removeItem(cameraKey);
    setScanning(isOn);
  };
  const send = (visitor: Visitor) => {
    setByName(false);
    checkIn(visitor);
  };
  if (result)
    return <ResultScreen result={result} onAgain={again} onCode={(code) => send({ code })} onDone={dismiss} />;
  return (
    <main className="kiosk-main" aria-busy={isBusy}>
      <p className="kiosk-place">
        {company.name} · {location.name}
      </p>
      <h1>{isByName ? 'Check in by name' : 'Check in'}</h1>
      {isByName ? (
        <NameForm isBusy={isBusy} onSubmit={send} onCancel={() => setByName(false)} />
      ) : (
        <>
          <p className="kiosk-lead">Scan the code on your card or phone.</p>
          <CodeForm isBusy={isBusy} onCode={(code) => send({ code })} />
          {isScanning && (
            <Camera
              onCode={(text) => {
                const code = readCode(text);
                if (code && !isBusy) send({ code });
              }}
              onClose={() => turnCamera(false)}
            />
          )}
          <div className="kiosk-ways">
            {!isScanning && (
              <button type="button" className="kiosk-link" onClick={() => turnCamera(true)}>
                Scan with the camera
              </button>
            )}
            <button type="button" className="kiosk-link" onClick={() => setByName(true)}>
              No code? Use your name
            </button>
            <FullScreenButton />
          </div>
        </>
      )}
    </main>
  );
};

/** A scanner types into it and presses Enter. */
const CodeForm = ({ isBusy, onCode }: { isBusy: boolean; onCode: (code: string) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    input.current?.focus();
    // Wherever somebody tapped: what a scanner types arrives in the field.
    const focus = ({ target, key }: KeyboardEvent) => {
      if (key.length === 1 && !(target instanceof HTMLInputElement)) input.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = input.current;
    if (!field || field.value.trim() === '') return;
    const code = readCode(field.value);
    field.value = '';
    setProblem(code ? '' : 'This is not a check-in code. Please scan it again.');
    if (code) onCode(code);
  };
  return (
    <form className="kiosk-form" onSubmit={submit}>
      <label htmlFor="code">Your code</label>
      <input
        id="code"
        ref={input}
        className="kiosk-code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
      />
      {problem && (
        <p className="kiosk-problem" role="alert">
          {problem}
        </p>
      )}
      {/* Not disabled meanwhile: Enter would not reach the form, and the next scan would stay in the field. */}
      <button className="kiosk-button">{isBusy ? 'Checking...' : 'Check In'}</button>
    </form>
  );
};
