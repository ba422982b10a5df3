import PercentOutlined from '@mui/icons-material/PercentOutlined';
import { Button, IconButton } from '@mui/material';
import { useState } from 'react';
import type { Discount } from '#domain/pos/contract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

export const DiscountButton = ({ itemId, label }: { itemId: string | null; label: string }) => {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  return (
    <>
      {itemId === null ? (
        <Button size="small" startIcon={<PercentOutlined />} onClick={open}>
          {label}
        </Button>
      ) : (
        <IconButton size="small" aria-label={label} onClick={open}>
          <PercentOutlined fontSize="small" />
        </IconButton>
      )}
      {isOpen && (
        <LazyPart onClose={() => setOpen(false)}>
          <DiscountDialog itemId={itemId} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
};

/** '10% off, Promotion'. */
export const discountLabel = ({ percent, amount, reason }: Discount): string =>
  `${percent === undefined ? formatMoney(amount ?? 0) : `${percent}%`} off, ${reason}`;

const DiscountDialog = lazyWithPreload('pos', () => import('./DiscountDialog.tsx'), 'DiscountDialog');
