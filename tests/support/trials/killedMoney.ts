import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { seeded } from '#demo/random.ts';
import { startBeside, withStripe } from '#tests/support/builtServer.ts';
import { httpCaller } from '#tests/support/httpCaller.ts';
import { createPayingGym, zoneByDay } from '#tests/support/payingGym.ts';
import { ledgerDifferences } from '#tests/support/server.ts';
import type { SpotterProcess } from '#tests/support/spotterProcess.ts';

/** Each must have happened, also under a kill. */
const actions = [
  'cash sale',
  'other sale',
  'plan for cash',
  'freeze fee',
  'payment in cash',
  'part in cash',
  'saved card',
  'plan change',
  'cash refund',
  'card refund',
  'void',
  'write-off',
  'drawer opened',
  'cash in',
  'cash out',
  'drawer closed',
  'card sale',
  'split sale',
  'split booked',
] as const;
type Action = (typeof actions)[number];

const desks = 6;

/**
 * Two processes take every action that moves money; one of them is killed at random, this many times. Each action whose
 * answer was lost is sent again with its key to the other process. After each kill the whole ledger is verified.
 */
export const killedMoney = (times: number): Promise<void> =>
  withStripe(async ({ server, stripe }) => {
    const gym = await createPayingGym(server, stripe, { timezone: zoneByDay() });
    await gym.by.admin.put(`/companies/${gym.companyId}/settings`, { body: { memberships: { freezeFee: 10 } } });
    const random = seeded('killed');
    const send = await httpCaller(server, gym.users.admin);
    const item = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: 1_000_000, price_cents: 999 });
    const plan = await gym.make.plan({ price_cents: 3_000, billing_frequency: 'monthly' });
    const dearer = await gym.make.plan({ price_cents: 9_000, billing_frequency: 'monthly' });
    const today = todayIn(gym.timezone, new Date());
    const running: (SpotterProcess | undefined)[] = [await startBeside(server), await startBeside(server)];
    const done = new Map<Action, number>(actions.map((action) => [action, 0]));
    const lost = new Set<Action>();
    const work = new AbortController();
    let bookedCash = 0;

    /** Sends it to either process until one answers; a process that is busy did nothing. */
    async function act(action: Action, path: string, body?: object, key = uuid()) {
      for (let attempt = 0; attempt < 200; attempt += 1) {
        const spotter = random.pick(running.filter((process) => process !== undefined));
        try {
          const answer = await send(spotter.url, { path, body, key });
          if (answer.status === 503) throw new TypeError('Busy');
          expect([action, answer.status, answer.body]).toEqual([action, expect.toBeOneOf([200, 201]), answer.body]);
          done.set(action, (done.get(action) ?? 0) + 1);
          return answer.body as Record<string, { id: string }>;
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
          lost.add(action);
          await sleep(20);
        }
      }
      throw new Error(`Nobody answered: ${action}`);
    }

    /** One desk serves one member after the other, each through every action. */
    async function serve(): Promise<void> {
      while (!work.signal.aborted) {
        const contactId = await gym.make.contact();
        await gym.make.stripeCustomer(contactId, gym.account.createCustomer({ name: 'Casey Jones' }).id);
        const cart = { contactId, locationId: gym.locationId, items: [{ salesItemId: item, quantity: 2 }] };
        const other = { paymentMethod: 'other', otherMethod: 'Check', reference: '17' };
        const sold = await act('cash sale', '/sales-items/purchase', { ...cart, paymentMethod: 'cash' });
        await act('other sale', '/sales-items/purchase', { ...cart, ...other });
        await refund('cash refund', sold.invoice!.id, { amount: 5, destination: 'cash' });
        const charged = await act('card sale', '/sales-items/purchase', { ...cart, stripePayment: true });
        gym.account.confirmIntent(charged.paymentIntent!.id, { payment_method: 'pm_card_visa' });
        await gym.deliver(gym.account.events.findLast(({ type }) => type === 'payment_intent.succeeded')!);
        await refund('card refund', charged.invoice!.id, { destination: 'card', restock: [0] });
        await sellSplit(cart);
        for (const end of random.shuffled(['payment in cash', 'saved card', 'void', 'write-off'] as const))
          await pay(end, await owed(contactId));
      }
    }

    /** Stripe's success is learned by a process that may be killed: it books both parts, or only the card if the drawer was closed. */
    async function sellSplit(cart: object): Promise<void> {
      const [key, began] = [uuid(), new Date()];
      const body = { ...cart, stripePayment: true, cash: { amount: 3 } };
      const sold = await act('split sale', '/sales-items/purchase', body, key);
      gym.account.confirmIntent(sold.paymentIntent!.id, { payment_method: 'pm_card_visa' });
      // Pending while Stripe does not answer in time, or while the one who asked Stripe is killed.
      const ask = () => act('split booked', `/purchases/${key}`);
      await expect.poll(ask, { timeout: 60_000 }).toMatchObject({ state: 'completed' });
      const { id } = sold.invoice!;
      const { due_cents } = await gym.books.invoice(id);
      const methods = (await gym.books.payments(id)).map(({ method, status }) => `${method} ${status}`).toSorted();
      if (due_cents === 0) {
        expect(methods).toEqual(['card completed', 'cash completed']);
        bookedCash += 1;
        return;
      }
      expect([due_cents, methods]).toEqual([300, ['card completed']]);
      const closed = await server.database.scoped([gym.companyId], (tx) =>
        tx.selectFrom('drawers').select('id').where('closed_at', '>=', began).executeTakeFirst(),
      );
      expect(closed).toBeDefined();
    }

    const refund = (action: Action, invoiceId: string, body: object) =>
      act(action, `/invoices/${invoiceId}/refunds`, { reason: 'A mistake', ...body });

    /** An open invoice: the fee for freezing a new membership, which was bought for cash and changed at once. */
    async function owed(contactId: string): Promise<string> {
      const body = { contactId, membershipId: plan, startDate: today, paymentMethod: 'cash', autoRenew: false };
      await act('plan for cash', '/memberships/purchase', body);
      const { id } = (await gym.books.memberships(contactId)).at(-1)!;
      const path = `/contacts/${contactId}/memberships/${id}`;
      await act('plan change', `${path}/plan-change`, { membershipId: dearer, when: 'now', method: 'cash' });
      await act('freeze fee', `${path}/freezes`, { from: today, until: addDays(today, 9), reason: 'Travel' });
      return (await gym.books.invoicesOf(contactId)).findLast(({ kind }) => kind === 'freeze_fee')!.id;
    }

    async function pay(end: 'payment in cash' | 'saved card' | 'void' | 'write-off', id: string): Promise<void> {
      const reason = 'A mistake';
      if (end === 'void') return void (await act('void', `/invoices/${id}/void`, { reason }));
      await act('part in cash', `/invoices/${id}/payments`, { method: 'cash', amount: 3 });
      if (end === 'write-off') return void (await act(end, `/invoices/${id}/write-off`, { reason }));
      const how = end === 'saved card' ? { method: 'card', card: 'saved' } : { method: 'cash' };
      await act(end, `/invoices/${id}/payments`, how);
    }

    async function keepDrawer(): Promise<void> {
      while (!work.signal.aborted) {
        const { drawer } = await act('drawer opened', '/drawers', { locationId: gym.locationId, float: 100 });
        for (let nth = 0; nth < 4; nth += 1) {
          await sleep(random.int(0, 200));
          const type = nth % 2 === 0 ? 'in' : 'out';
          await act(`cash ${type}`, `/drawers/${drawer!.id}/movements`, { type, amount: nth + 1, reason: 'Change' });
        }
        await act('drawer closed', `/drawers/${drawer!.id}/close`, { counted: random.int(0, 500) });
      }
    }

    async function kill(): Promise<void> {
      for (let round = 0; round < times; round += 1) {
        await sleep(random.int(0, 400));
        const victim = round % running.length;
        const doomed = running[victim]!;
        running[victim] = undefined;
        await doomed.end('SIGKILL');
        expect(await ledgerDifferences(server.database), `after kill ${round}`).toEqual([]);
        running[victim] = await startBeside(server);
      }
    }

    const busy = Promise.all([...Array.from({ length: desks }, serve), keepDrawer()]);
    await Promise.race([kill(), busy]).finally(() => work.abort());
    await busy;
    for (const spotter of running) await spotter?.end('SIGTERM');
    await gym.deliverAll();
    expect([...done].filter(([, count]) => count === 0)).toEqual([]);
    if (times >= 100) expect(actions.filter((action) => !lost.has(action))).toEqual([]);
    // Every answer was one invoice, whichever process gave it.
    const invoices = await gym.books.invoices();
    const count = (...names: Action[]) => names.reduce((sum, name) => sum + done.get(name)!, 0);
    expect(invoices.length).toBe(
      count('cash sale', 'other sale', 'card sale', 'split sale', 'plan for cash', 'plan change', 'freeze fee'),
    );
    expect((await gym.books.payments()).length).toBe(
      count(
        'cash sale',
        'other sale',
        'card sale',
        'split sale',
        'plan for cash',
        'plan change',
        'part in cash',
        'payment in cash',
        'saved card',
        'cash refund',
        'card refund',
      ) + bookedCash,
    );
    expect(bookedCash).toBeGreaterThan(0);
  });
