import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import type { ListedContact } from '#src/dataProvider/contacts.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { DialogButton } from '#src/ui/DialogButton.tsx';
import { useSelectedRows } from '#src/ui/lists/BulkBar.tsx';

const DeleteContactsDialog = lazyWithPreload(
  'delete contacts',
  () => import('./DeleteContactsDialog.tsx'),
  'DeleteContactsDialog',
);

export const DeleteContactsButton = () => {
  const contacts = useSelectedRows<ListedContact>();
  return (
    <DialogButton
      variant="outlined"
      color="error"
      size="small"
      startIcon={<DeleteOutline />}
      renderDialog={(close) => <DeleteContactsDialog contacts={contacts} onClose={close} />}
    >
      Delete
    </DialogButton>
  );
};
