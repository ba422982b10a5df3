import { Box, Link } from '@mui/material';
import { displayPhone } from '#domain/shared/phone.ts';
import { History } from '#src/resources/activity/History.tsx';
import { addressItems, DescriptionList } from '#src/ui/DescriptionList.tsx';
import { ShowPage } from '#src/ui/RecordPage.tsx';
import { Section } from '#src/ui/Section.tsx';
import { ActiveBadge } from '#src/ui/StatusBadge.tsx';
import type { CompanyRecord } from '#src/dataProvider/company.ts';
import { companyPageProps } from './companyPageProps.tsx';
import { CompanyLocations } from './CompanyLocations.tsx';
import { CompanyEdit } from './CompanyEdit.tsx';

export const CompanyInformation = ({ id, isEditing }: { id: string; isEditing: boolean }) =>
  isEditing ? (
    <CompanyEdit id={id} />
  ) : (
    <ShowPage<CompanyRecord> {...companyPageProps} id={id}>
      {(company) => <CompanyView company={company} />}
    </ShowPage>
  );

const CompanyView = ({ company }: { company: CompanyRecord }) => (
  <Box sx={{ display: 'grid', gap: 2.5 }}>
    <Section title="Company Information" isBeside>
      <DescriptionList
        columns={3}
        items={[
          { label: 'Company Name', value: company.name },
          { label: 'Status', value: <ActiveBadge isActive={company.isActive} /> },
          { label: 'Email', value: company.email },
          { label: 'Phone', value: displayPhone(company.phone) },
          { label: 'Website', value: company.website && <Website address={company.website} /> },
        ]}
      />
    </Section>
    <Section title="Address" isBeside>
      <DescriptionList columns={3} items={addressItems(company)} />
    </Section>
    <CompanyLocations companyId={company.id} />
    <History recordType="company" recordId={company.id} at={{ locationId: null, companyId: company.id }} />
  </Box>
);

/** Only a web address becomes a link, since the text could be anything. Many leave out its https://. */
const Website = ({ address }: { address: string }) =>
  /^(https?:\/\/|[\w-]+(\.[\w-]+)+(\/\S*)?$)/i.test(address) ? (
    <Link href={/^https?:/i.test(address) ? address : `https://${address}`} target="_blank" rel="noreferrer noopener">
      {address.replace(/^https?:\/\/(www\.)?|\/$/gi, '')}
    </Link>
  ) : (
    address
  );
