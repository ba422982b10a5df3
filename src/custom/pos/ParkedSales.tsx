import PauseCircleOutlined from '@mui/icons-material/PauseCircleOutlined';
import { Button } from '@mui/material';
import { useState } from 'react';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { useParkedSales } from './useParkedSales.ts';
import { useTill } from './useTillState.ts';

export const ParkedSales = () => {
  const { cart, step, attempt } = useTill();
  const sales = useParkedSales();
  const [open, setOpen] = useState<'park' | 'list'>();
  const close = () => setOpen(undefined);
  if (step !== 'cart') return null;
  return (
    <>
      {sales.length > 0 && (
        <Button size="small" color="inherit" startIcon={<PauseCircleOutlined />} onClick={() => setOpen('list')}>
          Parked ({sales.length})
        </Button>
      )}
      {cart.length > 0 && (
        <Button size="small" disabled={attempt?.isOutcomeUnknown === true} onClick={() => setOpen('park')}>
          Park sale
        </Button>
      )}
      {open && (
        <LazyPart onClose={close}>
          {open === 'park' ? <ParkSaleDialog onClose={close} /> : <ParkedSalesDialog sales={sales} onClose={close} />}
        </LazyPart>
      )}
    </>
  );
};

const ParkSaleDialog = lazyWithPreload('pos', () => import('./ParkSaleDialog.tsx'), 'ParkSaleDialog');
const ParkedSalesDialog = lazyWithPreload('pos', () => import('./ParkedSalesDialog.tsx'), 'ParkedSalesDialog');
