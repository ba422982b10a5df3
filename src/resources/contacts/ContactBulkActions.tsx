import { useAccess } from '#src/location-scope/useLocationScope.ts';
import { ExportSelectedButton } from '#src/ui/lists/ExportSelectedButton.tsx';
import { contactCsv } from './contactCsv.ts';
import { DeleteContactsButton } from './DeleteContactsButton.tsx';
import { AddTagsButton } from './tags/AddTagsButton.tsx';

export const ContactBulkActions = () => {
  const { may } = useAccess();
  return (
    <>
      {may('contacts:write') && <AddTagsButton />}
      <ExportSelectedButton noun="contacts" columns={contactCsv} />
      {may('contacts:delete') && <DeleteContactsButton />}
    </>
  );
};
