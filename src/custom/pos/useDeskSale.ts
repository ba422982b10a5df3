import { posActions } from '#src/dataProvider/pos.ts';
import { getSaleOutcome } from '#src/dataProvider/saleOutcome.ts';
import { sendAttempt } from '#src/dataProvider/sendAttempt.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import type { DeskPayment } from './tillState.ts';
import { useFinishSale, useRefusedSale } from './useFinishSale.ts';
import { useTill } from './useTillState.ts';

/** Sells the cart for cash or by another method. After a lost response, the next press sends the same sale again. */
export const useDeskSale = () => {
  const { openAttempt, dropAttempt } = useTill();
  const finish = useFinishSale();
  const explainRefusal = useRefusedSale();
  const {
    mutate: complete,
    isPending: isBusy,
    data: error,
  } = useSingleMutation({
    mutationFn: async (payment: DeskPayment): Promise<string | undefined> => {
      const opened = openAttempt(payment);
      if (!opened) return undefined;
      const { attempt, wasSent } = opened;
      const sent = await sendAttempt({
        send: async () => ({
          status: 'succeeded',
          invoice: (await posActions.sellItems(attempt.body, attempt.key)).invoice,
        }),
        ask: () => getSaleOutcome(attempt.key),
        wasSent,
      });
      if (sent.status === 'succeeded' && sent.invoice) finish(attempt, sent.invoice);
      if (sent.status === 'refused') dropAttempt(attempt, sent.error);
      return 'error' in sent ? await explainRefusal(sent.error, 'Failed to process purchase') : undefined;
    },
  });
  return { complete, isBusy, error };
};
