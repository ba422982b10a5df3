import { Box, useMediaQuery } from '@mui/material';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useStore } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { desktopBreakpointPx } from '#src/limits.ts';
import { LocationScope } from '#src/location-scope/LocationScope.tsx';
import { AlreadySent, OpenAttempts } from '#src/resources/invoices/payments/OpenAttempts.tsx';
import { ContactPanelHost } from '#src/resources/contacts/panel/ContactPanelHost.tsx';
import { PeopleInMemory } from '#src/resources/contacts/PeopleInMemory.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { Notifications } from './Notifications.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { menu } from '#src/menu.ts';
import { IdlePrefetch } from '#src/performance/IdlePrefetch.tsx';
import { OfflineBar } from './OfflineBar.tsx';
import { PageBoundary } from '#src/ui/PageBoundary.tsx';
import { Sidebar } from './Sidebar.tsx';
import { SignOut } from './SignOut.tsx';
import { pageWidth, TopBar } from './TopBar.tsx';
import { useFocusKept, useFocusOnPage } from './useFocus.ts';

const MobileMenu = lazyWithPreload('menu', () => import('./MobileMenu.tsx'), 'MobileMenu');

export const Layout = ({ children }: { children: ReactNode }) => {
  const isDesktop = useMediaQuery(`(min-width:${desktopBreakpointPx}px)`, { noSsr: true });
  const [isCollapsed, setCollapsed] = useStore('sidebar.collapsed', false);
  const { pathname } = useLocation();
  // The menu is open only on the page where it was opened, so choosing an entry closes it.
  const [menuOpenAt, setMenuOpenAt] = useState<string>();
  const closeMenu = () => setMenuOpenAt(undefined);
  const main = useRef<HTMLElement>(null);
  useDefaultTitle();
  useFocusOnPage(main);
  useFocusKept(main);
  return (
    <LocationScope>
      <SignOut>
        <SkipLink />
        <Box sx={{ display: 'flex', minHeight: '100dvh' }}>
          {isDesktop ? (
            <Sidebar isCollapsed={isCollapsed} onCollapse={() => setCollapsed(!isCollapsed)} />
          ) : (
            <LazyPart isOpen={menuOpenAt === pathname} onClose={closeMenu}>
              <MobileMenu isOpen={menuOpenAt === pathname} onClose={closeMenu} />
            </LazyPart>
          )}
          <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
            <TopBar onMenu={isDesktop ? undefined : () => setMenuOpenAt(pathname)} />
            <OfflineBar />
            <Box
              component="main"
              ref={main}
              id="content"
              tabIndex={-1}
              sx={{
                flex: 1,
                width: '100%',
                maxWidth: pageWidth,
                mx: 'auto',
                px: { xs: 2, md: 3, lg: 4 },
                py: 2,
                outline: 'none !important',
              }}
            >
              <OpenAttempts />
              <PageBoundary>{children}</PageBoundary>
            </Box>
          </Box>
        </Box>
        <ContactPanelHost notifications={<Notifications />} />
        <AlreadySent />
        <IdlePrefetch />
        <PeopleInMemory />
      </SignOut>
    </LocationScope>
  );
};

const SkipLink = () => (
  <Box
    component="a"
    href="#content"
    sx={{
      position: 'fixed',
      displayPrint: 'none',
      top: 8,
      left: 8,
      zIndex: 'tooltip',
      px: 2,
      py: 1,
      borderRadius: 1,
      bgcolor: 'background.paper',
      color: 'text.primary',
      transform: 'translateY(-200%)',
      '&:focus': { transform: 'none' },
    }}
  >
    Skip to content
  </Box>
);

/** Names the browser's tab after the menu entry until the page sets its own title, so that the last page's title never stays. */
const useDefaultTitle = () => {
  const { pathname } = useLocation();
  // Runs before the effect of `usePageTitle`.
  useLayoutEffect(() => {
    const entry = menu.flat().find(({ slug }) => slug === pathname.split('/')[1]);
    document.title = entry ? `${entry.label} · Spotter` : 'Spotter';
  }, [pathname]);
};
