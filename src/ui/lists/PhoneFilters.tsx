import { Button } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { BottomSheet } from '../BottomSheet.tsx';
import { useIsPhone } from '../useIsPhone.ts';
import { FilterButton } from './FilterButton.tsx';

interface PhoneFiltersProps {
  /** The number of filters in use. */
  count: number;
  children: ReactNode;
}

/** Filters beside each other; on a phone a button that opens them in a sheet. */
export const PhoneFilters = ({ count, children }: PhoneFiltersProps) => {
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (!isPhone) return children;
  return (
    <>
      <FilterButton label="Filters" count={count} onClick={() => setOpen(true)} />
      <BottomSheet isOpen={isOpen} onClose={close} title="Filters">
        {children}
        <Button variant="contained" onClick={close} sx={{ mt: 1, alignSelf: 'flex-end' }}>
          Show
        </Button>
      </BottomSheet>
    </>
  );
};
