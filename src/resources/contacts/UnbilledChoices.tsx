import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { UnbilledPeriod } from '#domain/contact-memberships/contract.ts';
import type { ContactMembershipResponse } from '#domain/contact-memberships/actionsContract.ts';
import { addDays } from '#domain/shared/dates.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import type { Attempt } from '#src/dataProvider/contacts-memberships.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { useKeyedCall } from '#src/dataProvider/useKeyedCall.ts';

interface UnbilledChoicesProps {
  contactId: string;
  membership: { id: string; name: string };
  unbilled: UnbilledPeriod;
}

/** What staff may do about a membership whose next period nobody billed in time: bill the one that runs now, or let it end. */
export const UnbilledChoices = ({ contactId, membership: { id, name }, unbilled }: UnbilledChoicesProps) => {
  const data = useAppDataProvider();
  const notify = useNotify();
  const keyed = useKeyedCall();
  const { confirm, dialog } = useConfirm();
  const [isBusy, setBusy] = useState(false);
  const send = async (what: string, call: (attempt: Attempt<undefined>) => Promise<ContactMembershipResponse>) => {
    setBusy(true);
    try {
      const { message } = await keyed(what, (idempotencyKey) =>
        call({ contactId, membershipId: id, body: undefined, idempotencyKey }),
      );
      notify(message, { type: 'success' });
    } catch (error) {
      notify(messageFrom(error, 'The membership was not changed'), { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  const bill = async () => {
    if (await confirm({ title: `Bill ${name} now?`, text: billText(unbilled), confirmLabel: 'Bill Now' }))
      await send('bill now', data.billNow);
  };
  const end = async () => {
    const text = `It was paid through ${day(unbilled.paidThrough)}. Nothing more is charged.`;
    if (await confirm({ title: `Let ${name} end?`, text, confirmLabel: 'Let It End', isDangerous: true }))
      await send('let end', data.letEnd);
  };
  return (
    <Stack direction="row" spacing={1}>
      <Button size="small" variant="contained" disabled={isBusy} onClick={() => void bill()}>
        Bill Now
      </Button>
      <Button size="small" color="inherit" disabled={isBusy} onClick={() => void end()}>
        Let It End
      </Button>
      {dialog}
    </Stack>
  );
};

const day = (date: string) => shortDate(date, 'UTC');

/** 'Charges $53.99 for Nov 1, 2026 to Nov 30, 2026. The days from Sep 1, 2026 to Oct 31, 2026 are not charged.' */
function billText({ paidThrough, from, through, amount }: UnbilledPeriod): string {
  const first = addDays(paidThrough, 1);
  const charged = `Charges ${formatMoney(amount)} for ${day(from)} to ${day(through)}.`;
  return from > first
    ? `${charged} The days from ${day(first)} to ${day(addDays(from, -1))} are not charged.`
    : charged;
}
