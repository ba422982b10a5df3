import Box from '@mui/material/Box';
import { displayPhone } from '#domain/rules/phone.ts';
import { percentLabel } from '#domain/rules/taxRate.ts';
import { DescriptionList } from '#src/custom/ui/DescriptionList.tsx';
import { Section } from '#src/custom/ui/Section.tsx';
import { StatusBadge } from '#src/custom/ui/StatusBadge.tsx';
import type { LocationWithFees } from '#src/dataProvider/location.ts';
import { Fees } from './fees/Fees.tsx';

/** The sections of a location, to read. */
export const LocationView = ({ location }: { location: LocationWithFees }) => (
  <Box sx={{ display: 'grid', gap: 2.5 }}>
    <Section title="Basic Information" isBeside>
      <DescriptionList
        columns={3}
        items={[
          { label: 'Location Name', value: location.name },
          { label: 'Email', value: location.email },
          { label: 'Phone', value: displayPhone(location.phone) },
          { label: 'Timezone', value: location.timezone },
          { label: 'Sales Tax Rate', value: percentLabel(location.salesTaxRate) },
        ]}
      />
    </Section>
    <Section title="Address Information" isBeside>
      <DescriptionList
        columns={3}
        items={[
          { label: 'Street Address', value: location.address },
          { label: 'City', value: location.city },
          { label: 'State', value: location.state },
          { label: 'Zip Code', value: location.zipCode },
          { label: 'Country', value: location.country },
        ]}
      />
    </Section>
    <Section title="Status" isBeside>
      <StatusBadge severity={location.isActive ? 'success' : 'neutral'} label={location.isActive ? 'Active' : 'Inactive'} />
    </Section>
    <Fees location={location} />
  </Box>
);
