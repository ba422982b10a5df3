import { useEffect, useEffectEvent, useState } from 'react';
import type { DeviceSelf } from '#domain/devices/contract.ts';
import { isRevoked, kioskCalls } from './kioskCalls.ts';

const beatMs = 60_000;
const retryMs = 5_000;

/** Asks each minute where the kiosk stands: so it is seen, and learns that it was removed or that the line is down. */
export function useKiosk(token: string, onRevoked: () => void) {
  const [self, setSelf] = useState<DeviceSelf>();
  const [isOffline, setOffline] = useState(false);
  const revoked = useEffectEvent(onRevoked);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const ask = async () => {
      const wait = await kioskCalls.self(token).then(
        (response) => {
          if (isOver) return null;
          setSelf(response);
          setOffline(false);
          return beatMs;
        },
        (error: unknown) => {
          if (isOver) return null;
          if (isRevoked(error)) {
            revoked();
            return null;
          }
          setOffline(true);
          return retryMs;
        },
      );
      if (wait !== null && !isOver) timer = setTimeout(() => void ask(), wait);
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [token]);
  return { self, isOffline };
}
