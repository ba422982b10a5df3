import { Box, Paper, Skeleton, Tab, Tabs } from '@mui/material';
import { useId, type ReactNode } from 'react';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import { ShowPage } from '#src/ui/RecordPage.tsx';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { contactTabs, type ContactTab } from '#src/navigationState.ts';
import { ContactNotFound } from './ContactDeletion.tsx';
import { ContactHeader } from './ContactHeader.tsx';
import { MemberSummaryPanel, MemberWarnings } from './MemberSummaryPanel.tsx';
import { InformationTab } from './information/InformationTab.tsx';
import { MembershipsTab } from './memberships/MembershipsTab.tsx';
import { PurchasesTab } from './purchases/PurchasesTab.tsx';
import { useContactTab } from './useContact.ts';
import { useIsStatusKnown } from './useIsStatusKnown.ts';

/** A contact's page. The URL of a membership or an invoice opens it too. */
export const ContactShow = () => (
  <RequireLocation feature="contacts" prompt="Select a location to view this contact">
    <ShowPage<ContactRecord>
      resource="contacts"
      fallback="Failed to fetch contact"
      loading={<ContactSkeleton />}
      notFound={<ContactNotFound />}
    >
      {(contact) => <Contact key={contact.id} />}
    </ShowPage>
  </RequireLocation>
);

const Contact = () => {
  const isStatusKnown = useIsStatusKnown();
  const isPhone = useIsPhone();
  return (
    <>
      <ContactHeader isStatusKnown={isStatusKnown} />
      {isPhone && !isStatusKnown && <TabsSkeleton />}
      {!(isPhone && isStatusKnown) && <MemberSummaryPanel isKnown={isStatusKnown} />}
      {/* Reads what it shows meanwhile. */}
      <div style={isStatusKnown ? undefined : outOfSight}>
        <ContactTabs />
      </div>
      {/* Room for the bar of the header. */}
      <Box sx={{ height: { xs: 64, sm: 0 } }} />
    </>
  );
};

const outOfSight = { visibility: 'hidden', height: 0, overflow: 'hidden' } as const;

const ContactTabs = () => {
  const isPhone = useIsPhone();
  const { tab, open } = useContactTab();
  const id = useId();
  const panel = (name: ContactTab, content: ReactNode) => (
    <Box role="tabpanel" id={`${id}-${name}-panel`} aria-labelledby={`${id}-${name}`} hidden={tab !== name}>
      {content}
    </Box>
  );
  return (
    <>
      <Tabs
        value={tab}
        onChange={(_event, next: ContactTab) => open(next)}
        aria-label="Contact"
        variant="scrollable"
        scrollButtons={false}
        sx={{ mb: 1.5, borderBottom: 1, borderColor: 'divider' }}
      >
        {contactTabs.map((name) => (
          <Tab
            key={name}
            value={name}
            label={labels[name]}
            id={`${id}-${name}`}
            aria-controls={`${id}-${name}-panel`}
          />
        ))}
      </Tabs>
      {isPhone && tab !== 'information' && <MemberWarnings />}
      {/* Stays mounted while another tab is selected, so that nothing typed in it is lost. */}
      {panel(
        'information',
        <>
          {/* On a phone the other tabs would say the same twice in one look. */}
          {isPhone && <MemberSummaryPanel isKnown />}
          <InformationTab />
        </>,
      )}
      {panel('memberships', tab === 'memberships' && <MembershipsTab />)}
      {panel('purchases', tab === 'purchases' && <PurchasesTab />)}
    </>
  );
};

const labels: Record<ContactTab, string> = {
  information: 'Contact Information',
  memberships: 'Memberships',
  purchases: 'Purchase History',
};

const ContactSkeleton = () => (
  <Box component="output" aria-label="Loading" sx={{ display: 'block' }}>
    <Box sx={headerPlace}>
      <Skeleton variant="circular" width={72} height={72} sx={{ flexShrink: 0 }} />
      <Box sx={{ flex: 1 }}>
        <Skeleton width="min(260px, 80%)" sx={{ fontSize: '1.5rem' }} />
        <Skeleton width="min(340px, 95%)" />
      </Box>
    </Box>
    <TabsSkeleton />
    <Paper
      variant="outlined"
      sx={{ p: 2.5, maxWidth: 880, display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
    >
      {[46, 62, 70, 54, 40, 58].map((share) => (
        <Box key={share}>
          <Skeleton width={88} sx={{ fontSize: '0.8125rem' }} />
          <Skeleton width={`${share}%`} />
        </Box>
      ))}
    </Paper>
  </Box>
);

/** On a phone as high as a name, its badge, an email and a phone number, each in a line. */
const headerPlace = {
  display: 'flex',
  gap: 1.5,
  pl: 5.5,
  mb: { xs: 1.5, sm: 3 },
  minHeight: { xs: 108, sm: 72 },
} as const;

/** In the place of the tabs. */
const TabsSkeleton = () => (
  <Box aria-hidden="true" sx={tabsPlace}>
    {[130, 92, 116].map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </Box>
);

const tabsPlace = {
  boxSizing: 'border-box',
  display: 'flex',
  alignItems: 'center',
  gap: { xs: 1.5, sm: 3 },
  height: 48,
  overflow: 'hidden',
  mb: 1.5,
  borderBottom: 1,
  borderColor: 'divider',
} as const;
