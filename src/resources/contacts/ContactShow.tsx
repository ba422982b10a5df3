import Button from '@mui/material/Button';
import { HttpError, RecordContextProvider, useGetOne } from 'react-admin';
import { Link, useParams } from 'react-router-dom';
import { RequireLocation } from '#src/custom/location-scope/RequireLocation.tsx';
import { withListState } from '#src/custom/lists/listMemory.ts';
import { EmptyState } from '#src/custom/ui/EmptyState.tsx';
import { ScreenState } from '#src/custom/ui/ScreenState.tsx';
import { SuccessBanner } from '#src/custom/ui/SuccessBanner.tsx';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { paths } from '#src/paths.ts';
import { ContactHeader } from './ContactHeader.tsx';
import { ContactSkeleton } from './ContactSkeleton.tsx';
import { ContactTabs } from './ContactTabs.tsx';

/** A contact's page, also opened by the URL of a membership or of an invoice. */
export const ContactShow = () => (
  <RequireLocation feature="contacts" prompt="Select a location to view this contact">
    <ContactOfUrl />
  </RequireLocation>
);

const ContactOfUrl = () => {
  const { id = '' } = useParams();
  const query = useGetOne<ContactRecord>('contacts', { id });
  return (
    <ScreenState
      query={query}
      fallback="Failed to fetch contact"
      loading={<ContactSkeleton />}
      renderError={(error) => (error instanceof HttpError && error.status === 404 ? <ContactNotFound /> : null)}
    >
      {(contact) => (
        <RecordContextProvider value={contact}>
          <ContactHeader />
          <SuccessBanner />
          <ContactTabs key={contact.id} />
        </RecordContextProvider>
      )}
    </ScreenState>
  );
};

const ContactNotFound = () => (
  <EmptyState title="Contact Not Found" text="The contact you are looking for could not be found.">
    <Button component={Link} to={withListState(paths.contacts.list)} variant="contained">
      Back to Contacts
    </Button>
  </EmptyState>
);
