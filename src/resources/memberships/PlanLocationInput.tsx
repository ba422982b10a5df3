import { SelectInput } from 'react-admin';
import { can } from '#domain/rules/access.ts';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';

/** A location out of the company's and the directly granted ones; none means company-wide. */
export const PlanLocationInput = ({ companyId }: { companyId: string }) => {
  const { locations } = useLocationScope();
  const offered = locations.filter((location) => location.companyId === companyId && can(location.level, 'memberships'));
  return (
    <SelectInput
      source="locationId"
      label="Location"
      margin="none"
      choices={[{ id: everywhere, name: 'Company-wide' }, ...offered]}
      format={(id: string | null | undefined) => id || everywhere}
      parse={(id: string) => (id === everywhere ? null : id)}
      isRequired
    />
  );
};

/** A choice must have a value that is not empty to be shown as chosen. */
const everywhere = 'company';
