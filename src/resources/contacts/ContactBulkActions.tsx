import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import LabelOutlined from '@mui/icons-material/LabelOutlined';
import type { ListedContact } from '#src/dataProvider/contacts.ts';
import { useAccess } from '#src/location-scope/useLocationScope.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { DialogButton } from '#src/ui/DialogButton.tsx';
import { useSelectedRows } from '#src/ui/lists/BulkBar.tsx';
import { ExportSelectedButton } from '#src/ui/lists/ExportSelectedButton.tsx';
import { contactCsv } from './contactCsv.ts';

export const ContactBulkActions = () => {
  const { may } = useAccess();
  const contacts = useSelectedRows<ListedContact>();
  return (
    <>
      {may('contacts:write') && (
        <DialogButton
          variant="outlined"
          size="small"
          startIcon={<LabelOutlined />}
          renderDialog={(close) => <AddTagsDialog contacts={contacts} onClose={close} />}
        >
          Add tags
        </DialogButton>
      )}
      <ExportSelectedButton noun="contacts" columns={contactCsv} />
      {may('contacts:delete') && (
        <DialogButton
          variant="outlined"
          color="error"
          size="small"
          startIcon={<DeleteOutline />}
          renderDialog={(close) => <DeleteContactsDialog contacts={contacts} onClose={close} />}
        >
          Delete
        </DialogButton>
      )}
    </>
  );
};

const AddTagsDialog = lazyWithPreload('add tags', () => import('./tags/AddTagsDialog.tsx'), 'AddTagsDialog');

const DeleteContactsDialog = lazyWithPreload(
  'delete contacts',
  () => import('./DeleteContactsDialog.tsx'),
  'DeleteContactsDialog',
);
