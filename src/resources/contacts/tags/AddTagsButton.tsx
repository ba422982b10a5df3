import LabelOutlined from '@mui/icons-material/LabelOutlined';
import type { ListedContact } from '#src/dataProvider/contacts.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { DialogButton } from '#src/ui/DialogButton.tsx';
import { useSelectedRows } from '#src/ui/lists/BulkBar.tsx';

const AddTagsDialog = lazyWithPreload('add tags', () => import('./AddTagsDialog.tsx'), 'AddTagsDialog');

export const AddTagsButton = () => {
  const contacts = useSelectedRows<ListedContact>();
  return (
    <DialogButton
      variant="outlined"
      size="small"
      startIcon={<LabelOutlined />}
      renderDialog={(close) => <AddTagsDialog contacts={contacts} onClose={close} />}
    >
      Add tags
    </DialogButton>
  );
};
