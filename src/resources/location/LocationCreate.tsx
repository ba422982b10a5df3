import { zodResolver } from '@hookform/resolvers/zod';
import LockOutlined from '@mui/icons-material/LockOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { SelectInput, useNotify, useDataProvider } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { requiredId } from '#domain/shared/fields.ts';
import { locationForm, type Location } from '#domain/locations/contract.ts';
import { defaultCountry } from '#domain/shared/countries.ts';
import { knownTimeZone } from '#domain/shared/timeZones.ts';
import { companiesFor } from '#src/authProvider/companyAccess.ts';
import { FormPage } from '#src/ui/forms/FormPage.tsx';
import { FormSection } from '#src/ui/forms/FormSection.tsx';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Loading } from '#src/ui/Loading.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { CreatePage } from '#src/ui/RecordPage.tsx';
import type { LocationWithFees } from '#src/dataProvider/location.ts';
import { paths } from '#src/paths.ts';
import { useNavigateFromHere } from '#src/ui/useNavigateFromHere.ts';
import { LocationInputs, sentLocation } from './LocationInputs.tsx';

export const LocationCreate = () => {
  const { isPending } = useLocationScope();
  if (companiesFor('locations:create').length === 0) {
    return (
      <EmptyState
        icon={<LockOutlined />}
        title="Add Location is not available"
        text="Only a company admin can add a location."
      />
    );
  }
  return isPending ? <Loading /> : <NewLocation />;
};

const NewLocation = () => {
  const { selected, select } = useLocationScope();
  const navigate = useNavigateFromHere();
  const notify = useNotify();
  const dataProvider = useDataProvider();
  const cache = useQueryClient();
  const companies = companiesFor('locations:create');
  const company = companies.find(({ id }) => id === selected?.company.id) ?? companies[0];
  // The response has no fees, and the location's page shows it from the cache. A new location has none.
  const save = async (values: FieldValues, idempotencyKey: string): Promise<LocationWithFees> => ({
    ...(await dataProvider.create<Location>('location', { data: values, meta: { idempotencyKey } })).data,
    fees: [],
  });
  const onSaved = async ({ id }: Location) => {
    await cache.refetchQueries({ queryKey: ['location', 'getList'] });
    if (await navigate(paths.location.show(id))) await select(id);
    notify('Location added', { type: 'success' });
  };
  return (
    <CreatePage resource="location" save={save} onSaved={(location: Location) => void onSaved(location)}>
      <PageHeader
        title="Add Location"
        subtitle={
          companies.length > 1
            ? 'It will be selected right away'
            : `For ${company?.name}. It will be selected right away.`
        }
        back={{ to: paths.company.tab('info'), label: 'Back to Company' }}
      />
      <FormPage
        resolver={resolver}
        defaultValues={{ ...untouched, timezone: browserTimeZone(), companyId: company?.id }}
        submitLabel="Add Location"
        cancelTo={paths.company.tab('info')}
      >
        {companies.length > 1 && (
          <FormSection title="Company">
            <SelectInput source="companyId" label="Company" choices={[...companies]} isRequired />
          </FormSection>
        )}
        <LocationInputs />
      </FormPage>
    </CreatePage>
  );
};

const resolver = zodResolver(
  locationForm
    .omit({ updatedAt: true })
    .extend({ companyId: requiredId('Company is required') })
    .transform(sentLocation),
);

const untouched = {
  name: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  country: defaultCountry,
  salesTaxRate: 0,
  cashRounding: 0,
  isActive: true,
};

const browserTimeZone = () => knownTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
