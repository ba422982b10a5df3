import { useRef, type ReactNode } from 'react';
import { Notifications } from '#src/custom/layout/Notifications.tsx';
import { SignOut } from '#src/custom/layout/SignOut.tsx';
import { useFocusKept, useFocusOnPage } from '#src/custom/layout/useFocus.ts';
import { LocationScope } from '#src/location-scope/LocationScope.tsx';
import { ContactPanelHost } from '#src/resources/contacts/panel/ContactPanelHost.tsx';
import { AlreadySent, OpenAttempts } from '#src/resources/invoices/payments/OpenAttempts.tsx';
import { PageBoundary } from '#src/ui/PageBoundary.tsx';

/** The console's layout without its frame: neither menu nor top bar, whose thirty links and buttons every question for a role would walk. */
export const Screen = ({ children }: { children: ReactNode }) => {
  const main = useRef<HTMLElement>(null);
  useFocusOnPage(main);
  useFocusKept(main);
  return (
    <LocationScope>
      <SignOut>
        <main ref={main} id="content" tabIndex={-1}>
          <OpenAttempts />
          <PageBoundary>{children}</PageBoundary>
        </main>
        <ContactPanelHost notifications={<Notifications />} />
        <AlreadySent />
      </SignOut>
    </LocationScope>
  );
};
