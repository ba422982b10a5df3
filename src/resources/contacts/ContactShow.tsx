import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { RequireLocation } from '#src/custom/location-scope/RequireLocation.tsx';
import { withListState } from '#src/custom/ui/listMemory.ts';
import { Notice } from '#src/custom/ui/Notice.tsx';
import { ShowPage } from '#src/custom/ui/RecordPage.tsx';
import { SuccessBanner } from '#src/custom/ui/SuccessBanner.tsx';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { paths } from '#src/paths.ts';
import { ContactHeader } from './ContactHeader.tsx';
import { ContactSkeleton } from './ContactSkeleton.tsx';
import { ContactTabs } from './ContactTabs.tsx';

/** A contact's page, also opened by the URL of a membership or of an invoice. */
export const ContactShow = () => (
  <RequireLocation feature="contacts" prompt="Select a location to view this contact">
    <ShowPage<ContactRecord> resource="contacts" fallback="Failed to fetch contact" loading={<ContactSkeleton />} notFound={<ContactNotFound />}>
      {(contact) => (
        <>
          <ContactHeader />
          <SuccessBanner />
          <ContactTabs key={contact.id} />
        </>
      )}
    </ShowPage>
  </RequireLocation>
);

const ContactNotFound = () => (
  <Notice title="Contact Not Found" text="The contact you are looking for could not be found.">
    <Button component={Link} to={withListState(paths.contacts.list)} variant="contained">
      Back to Contacts
    </Button>
  </Notice>
);
