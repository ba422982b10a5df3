import { Button, Stack } from '@mui/material';
import { useNotify } from 'react-admin';
import type { UnbilledPeriod } from '#domain/contact-memberships/contract.ts';
import { addDays } from '#domain/shared/dates.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { contactMembershipActions } from '#src/dataProvider/contact-memberships.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';

interface UnbilledChoicesProps {
  contactId: string;
  membership: { id: string; name: string };
  unbilled: UnbilledPeriod;
}

/** What staff may do about a membership whose next period nobody billed in time: bill the one that runs now, or let it end. */
export const UnbilledChoices = ({ contactId, membership: { id, name }, unbilled }: UnbilledChoicesProps) => {
  const notify = useNotify();
  const { confirm, dialog } = useConfirm();
  const { mutate: send, isPending } = useIdempotentMutation({
    mutationFn: (choice: 'billNow' | 'letEnd', idempotencyKey) =>
      contactMembershipActions[choice]({ contactId, contactMembershipId: id, body: undefined, idempotencyKey }),
    onSuccess: ({ message }) => notify(message, { type: 'success' }),
    onError: (error) => notify(messageFrom(error, 'The membership was not changed'), { type: 'error' }),
  });
  const bill = async () => {
    if (await confirm({ title: `Bill ${name} now?`, text: billText(unbilled), confirmLabel: 'Bill Now' }))
      send('billNow');
  };
  const end = async () => {
    const text = `It was paid through ${day(unbilled.paidThrough)}. Nothing more is charged.`;
    if (await confirm({ title: `Let ${name} end?`, text, confirmLabel: 'Let It End', isDangerous: true }))
      send('letEnd');
  };
  return (
    <Stack direction="row" spacing={1}>
      <Button size="small" variant="contained" disabled={isPending} onClick={() => void bill()}>
        Bill Now
      </Button>
      <Button size="small" color="inherit" disabled={isPending} onClick={() => void end()}>
        Let It End
      </Button>
      {dialog}
    </Stack>
  );
};

const day = (date: string) => shortDate(date, 'UTC');

/** 'Charges $53.99 with tax for Nov 1, 2026 to Nov 30, 2026. The days from Sep 1, 2026 to Oct 31, 2026 are not charged.' */
function billText({ paidThrough, from, through, amount }: UnbilledPeriod): string {
  const first = addDays(paidThrough, 1);
  const charged = `Charges ${formatMoney(amount)} with tax for ${day(from)} to ${day(through)}.`;
  return from > first
    ? `${charged} The days from ${day(first)} to ${day(addDays(from, -1))} are not charged.`
    : charged;
}
