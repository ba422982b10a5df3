import { zodResolver } from '@hookform/resolvers/zod';
import { locationForm, type Location } from '#domain/locations/contract.ts';
import { toPercent } from '#domain/shared/percent.ts';
import { FormPage } from '#src/ui/forms/FormPage.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { EditPage } from '#src/ui/RecordPage.tsx';
import type { LocationWithFees } from '#src/dataProvider/location.ts';
import { paths } from '#src/paths.ts';
import { backToLocation, locationPageProps } from './locationPageProps.tsx';
import { LocationInputs, sentLocation } from './LocationInputs.tsx';

export const LocationEdit = ({ id }: { id: string }) => (
  <EditPage<LocationWithFees>
    {...locationPageProps}
    id={id}
    renderHeader={(location) => (
      <PageHeader title={location?.name ?? 'Location'} subtitle="Edit location" back={backToLocation} />
    )}
    showPath={paths.location.show}
    saved="Location updated"
  >
    {(location) => (
      <FormPage
        record={toForm(location)}
        resolver={resolver}
        submitLabel="Save changes"
        cancelTo={paths.location.show(id)}
      >
        <LocationInputs />
      </FormPage>
    )}
  </EditPage>
);

const toForm = (location: Location) => ({ ...location, salesTaxRate: toPercent(location.salesTaxRate) });

const resolver = zodResolver(locationForm.omit({ updatedAt: true }).transform(sentLocation));
