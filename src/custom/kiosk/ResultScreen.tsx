import { useEffect, useRef } from 'react';
import { useTimeout } from '#src/ui/time.ts';
import type { CheckInResult } from './useCheckIn.ts';
import { useScannedCode } from './useScannedCode.ts';

const shownMs = { granted: 4_000, denied: 7_000, refused: 7_000, lost: 15_000 } as const;

interface ResultScreenProps {
  result: CheckInResult;
  onAgain: () => void;
  /** The next member scans without waiting for the start. */
  onCode: (code: string) => void;
  onDone: () => void;
}

/** Granted or denied, to be read from two steps away. The next member may tap it away. */
export const ResultScreen = ({ result, onAgain, onCode, onDone }: ResultScreenProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useTimeout(onDone, shownMs[result.kind]);
  useScannedCode(onCode);
  useEffect(() => heading.current?.focus(), []);
  const isGranted = result.kind === 'granted';
  const { title, text } = toWords(result);
  return (
    <main className="kiosk-result" data-tone={isGranted ? 'good' : 'bad'}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r="22" />
        <path d={isGranted ? 'm14 25 7 7 13-15' : 'm16 16 16 16m0-16L16 32'} />
      </svg>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{text}</p>
      <div className="kiosk-ways">
        {result.kind === 'lost' && (
          <button type="button" className="kiosk-button" onClick={onAgain}>
            Try Again
          </button>
        )}
        <button type="button" className="kiosk-link" onClick={onDone}>
          Next
        </button>
      </div>
    </main>
  );
};

function toWords(result: CheckInResult): { title: string; text: string } {
  if (result.kind === 'lost')
    return { title: 'No connection', text: 'You may not be checked in. Try again: it counts only once.' };
  if (result.kind === 'refused') return { title: 'Not checked in', text: result.text };
  const { kind, firstName, text } = result;
  if (kind === 'granted')
    return { title: firstName ? `Welcome, ${firstName}` : 'Welcome', text: 'You are checked in.' };
  return {
    title: firstName ? `Sorry, ${firstName}` : 'Not checked in',
    text: `${text ?? 'You cannot come in right now'}. Please ask at the desk.`,
  };
}
