import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useId, type ReactNode } from 'react';
import { InformationTab } from './information/InformationTab.tsx';
import { MembershipsTab } from './memberships/MembershipsTab.tsx';
import { PurchasesTab } from './purchases/PurchasesTab.tsx';
import { contactTabs, type ContactTab } from '#src/navigationState.ts';
import { useContactTab } from './useContactTab.ts';

/** The parts of a contact's page. */
export const ContactTabs = () => {
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
        sx={{ mb: 2.5, borderBottom: 1, borderColor: 'divider' }}
      >
        {contactTabs.map((name) => (
          <Tab key={name} value={name} label={labels[name]} id={`${id}-${name}`} aria-controls={`${id}-${name}-panel`} />
        ))}
      </Tabs>
      {/* Kept while another tab is looked at, so that nothing typed in it is lost. */}
      {panel('information', <InformationTab />)}
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
