import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined';
import { Button } from '@mui/material';
import { useState } from 'react';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import type { AccountingDialogProps } from './AccountingDialog.tsx';

const AccountingDialog = lazyWithPreload('reports', () => import('./AccountingDialog.tsx'), 'AccountingDialog');

export const AccountingExport = (props: Omit<AccountingDialogProps, 'isOpen' | 'onClose'>) => {
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<AccountBalanceOutlined />}
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
      >
        Accounting Export
      </Button>
      {isOpen !== undefined && (
        <LazyPart isOpen={isOpen} onClose={() => setOpen(false)}>
          <AccountingDialog {...props} isOpen={isOpen} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
};
