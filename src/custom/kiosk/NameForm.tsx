import { useEffect, useEffectEvent, useRef, type FormEvent } from 'react';
import type { Visitor } from './kioskCalls.ts';
import { useScannedCode } from './useScannedCode.ts';

/** After this, what somebody left behind is gone. */
const idleMs = 30_000;

interface NameFormProps {
  isBusy: boolean;
  onSubmit: (visitor: Visitor) => void;
  onCancel: () => void;
}

export const NameForm = ({ isBusy, onSubmit, onCancel }: NameFormProps) => {
  // Somebody left the form open, and the next member scans.
  useScannedCode((code) => onSubmit({ code }));
  const first = useRef<HTMLInputElement>(null);
  const leave = useEffectEvent(onCancel);
  useEffect(() => {
    first.current?.focus();
    let timer = setTimeout(leave, idleMs);
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(leave, idleMs);
    };
    document.addEventListener('input', restart);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('input', restart);
    };
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    onSubmit({ name: String(fields.get('name')).trim(), phoneLast4: String(fields.get('phone')) });
  };
  return (
    <form className="kiosk-form" onSubmit={submit}>
      <label htmlFor="name">First and last name</label>
      <input id="name" name="name" ref={first} required maxLength={200} autoComplete="off" spellCheck={false} />
      <label htmlFor="phone">Last four digits of your phone number</label>
      <input
        id="phone"
        name="phone"
        required
        inputMode="numeric"
        pattern="[0-9]{4}"
        maxLength={4}
        autoComplete="off"
        title="Four digits"
      />
      <button className="kiosk-button" disabled={isBusy}>
        {isBusy ? 'Checking...' : 'Check In'}
      </button>
      <button type="button" className="kiosk-link" onClick={onCancel}>
        Back
      </button>
    </form>
  );
};
