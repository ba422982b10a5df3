import SyncOutlined from '@mui/icons-material/SyncOutlined';
import { mayInCompany } from '#src/authProvider/companyAccess.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { DialogButton } from '#src/ui/DialogButton.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

const ReconcileDialog = lazyWithPreload('reconciliations', () => import('./ReconcileDialog.tsx'), 'ReconcileDialog');

export const ReconcileNow = ({
  label = 'Reconcile now',
  variant = 'contained',
}: {
  label?: string;
  variant?: 'contained' | 'outlined';
}) => {
  const { companyId } = useSelectedLocation();
  if (!mayInCompany(companyId, 'reconciliations:start')) return null;
  return (
    <DialogButton
      variant={variant}
      startIcon={<SyncOutlined />}
      renderDialog={(close) => <ReconcileDialog onClose={close} />}
    >
      {label}
    </DialogButton>
  );
};
