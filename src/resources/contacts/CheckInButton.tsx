import HowToReg from '@mui/icons-material/HowToReg';
import { Button } from '@mui/material';
import type { Ref } from 'react';
import { useAccess } from '#src/location-scope/useLocationScope.ts';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import { useDenial } from './memberSummary.tsx';
import { useContact } from './useContact.ts';

interface CheckInButtonProps {
  checkIn: () => void;
  isCheckingIn: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** Its words and its color say before the press what check-in will deny. */
export const CheckInButton = ({ checkIn, isCheckingIn, ref }: CheckInButtonProps) => {
  const { id } = useContact();
  const { can } = useAccess();
  const denial = useDenial(id);
  const isPhone = useIsPhone();
  if (!can('checkins')) return null;
  return (
    <Button
      ref={ref}
      variant={denial ? 'outlined' : 'contained'}
      color={denial?.severity}
      startIcon={<HowToReg />}
      loading={isCheckingIn}
      loadingPosition="start"
      onClick={checkIn}
    >
      Check In{denial && `: ${isPhone ? denial.shortLabel : denial.label}`}
    </Button>
  );
};
