import { Button } from '@mui/material';
import { todayIn, dayIn } from '#domain/shared/dates.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { useAccess, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { useNow } from '#src/ui/time.ts';
import type { CheckinRecord } from '#src/dataProvider/checkins.ts';
import { useUndoCheckin } from './useUndoCheckin.ts';

/** Managers see it, on the day of the visit. */
export const UndoCheckin = ({ checkin }: { checkin: CheckinRecord }) => {
  const { id, contact, checkinTime, accessGranted } = checkin;
  const { timezone } = useSelectedLocation();
  const today = todayIn(timezone, useNow());
  const { may } = useAccess();
  const { confirm, dialog } = useConfirm();
  const name = fullName(contact);
  const { mutate, isPending } = useUndoCheckin();
  if (!accessGranted || !may('checkins:undo') || dayIn(timezone, new Date(checkinTime)) !== today) return null;
  const ask = async () => {
    if (await confirm({ title: `Undo the check-in of ${name}?`, text, confirmLabel: 'Undo check-in' })) mutate(id);
  };
  return (
    <>
      <Button
        size="small"
        color="inherit"
        aria-label={`Undo the check-in of ${name}`}
        loading={isPending}
        onClick={() => void ask()}
        // On a phone it is as high as two lines of the row.
        sx={{ my: -1.25 }}
      >
        Undo
      </Button>
      {dialog}
    </>
  );
};

const text = 'The check-in is removed. A visit that it used is given back.';
