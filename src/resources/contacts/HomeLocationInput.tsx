import { SelectInput, useRecordContext } from 'react-admin';
import { may } from '#domain/rules/access.ts';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';

/** The home location: one of those at which this user may have contacts, or the one that it is now. */
export const HomeLocationInput = () => {
  const { locations } = useLocationScope();
  const current = useRecordContext<ContactRecord>()?.homeLocation;
  const open = locations.filter(({ level }) => may(level, 'contacts:write'));
  const isElsewhere = current && !open.some(({ id }) => id === current.id);
  return (
    <SelectInput
      source="homeLocationId"
      label="Home Location"
      choices={isElsewhere ? [current, ...open] : open}
      optionText="name"
      emptyText="Select a location"
      isRequired
      margin="none"
    />
  );
};
