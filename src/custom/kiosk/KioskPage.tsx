import './kiosk.css';
import { useEffect, useState } from 'react';
import { endSession, readSession } from '#src/authProvider/session.ts';
import { authPaths } from '#src/authPaths.ts';
import { LinkBusy } from '#src/custom/links/LinkPage.tsx';
import { CheckInScreen } from './CheckInScreen.tsx';
import { forgetKioskToken, readKioskToken, storeKioskToken } from './kioskToken.ts';
import { PairKiosk } from './PairKiosk.tsx';
import { useKiosk } from './useKiosk.ts';
import { useWakeLock } from './useWakeLock.ts';

/** A tablet at the entrance where members check in by themselves. It has the token of a device, and nobody is signed in. */
export const KioskPage = () => {
  const [token, setToken] = useState(readKioskToken);
  const [wasRemoved, setRemoved] = useState(false);
  useEffect(() => {
    document.title = 'Kiosk · Spotter';
  }, []);
  const pair = (paired: string) => {
    storeKioskToken(paired);
    // Members use this browser from now on.
    if (readSession()) {
      endSession();
      // Instead of the sign-in page, to which the end of a session leads.
      window.location.replace(authPaths.kiosk);
    }
    setRemoved(false);
    setToken(paired);
  };
  const remove = () => {
    forgetKioskToken();
    setRemoved(true);
    setToken(null);
  };
  return token ? <Kiosk token={token} onRevoked={remove} /> : <PairKiosk wasRemoved={wasRemoved} onPaired={pair} />;
};

const Kiosk = ({ token, onRevoked }: { token: string; onRevoked: () => void }) => {
  const { self, isOffline } = useKiosk(token, onRevoked);
  useWakeLock();
  return (
    <div className="kiosk">
      {isOffline && (
        <div className="kiosk-offline" role="alert">
          No connection. Trying again... Please ask at the desk.
        </div>
      )}
      {self ? (
        <CheckInScreen token={token} self={self} onRevoked={onRevoked} />
      ) : (
        <main className="kiosk-main">
          <LinkBusy text={isOffline ? 'Waiting for the connection...' : 'Starting the kiosk...'} />
        </main>
      )}
    </div>
  );
};
