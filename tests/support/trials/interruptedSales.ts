import { expect, vi } from 'vitest';
import { authProvider } from '#src/authProvider/index.ts';
import { readSession, startSession } from '#src/authProvider/session.ts';
import { createIdempotencyKey } from '#src/dataProvider/http.ts';
import { listAttempts, forgetAttempt, saveAttempt, type ItemSaleAttempt } from '#src/dataProvider/attempts.ts';
import { posActions } from '#src/dataProvider/pos.ts';
import { getSaleOutcome } from '#src/dataProvider/saleOutcome.ts';
import { sendAttempt } from '#src/dataProvider/sendAttempt.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { createToken } from '#tests/support/httpCaller.ts';
import { createBooks } from '#tests/support/sales.ts';
import { testServer } from '#tests/support/server.ts';
import { spotterPair } from '#tests/support/spotterPair.ts';

const interruptions = ['sign-out', 'expiry', 'reload', 'another tab', 'crash'] as const;

/** A storage like the browser's: stored values are its own properties. */
const storage = (): Storage =>
  Object.create({
    getItem(this: Record<string, string>, name: string) {
      return this[name] ?? null;
    },
    setItem(this: Record<string, string>, name: string, value: string) {
      this[name] = value;
    },
    removeItem(this: Record<string, string>, name: string) {
      delete this[name];
    },
  }) as Storage;

/**
 * This many cash sales by the console's own code on two Spotters, each with its response lost and then interrupted in one of
 * five ways. The next person who signs in is offered the sale, asks for its outcome, and finishes it if it is not recorded.
 */
export async function interruptedSales(count: number): Promise<void> {
  const server = await testServer();
  const pair = await spotterPair(server);
  const pending: Promise<unknown>[] = [];
  let losing: 'after the answer' | 'while it is on its way' | undefined;
  const network = async (input: string, init: RequestInit) => {
    const response = fetchOverWire(`${pair.url}${input}`, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), connection: 'close' },
    });
    if (!losing || !input.endsWith('/purchase')) return response;
    pending.push(response.catch(() => undefined));
    if (losing === 'after the answer') await response;
    throw new TypeError('The answer is lost');
  };
  const fetchOverWire = globalThis.fetch;
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
  // Node knows of no network.
  vi.stubGlobal('navigator', { onLine: true });
  try {
    const gym = await createGym(server);
    const make = builders(server, gym);
    const item = await make.salesItem({ is_physical_item: true, inventory_quantity: count, price_cents: 1_000 });
    const contactId = await make.contact();
    const person = { ...gym.users.admin, firstName: 'Sam', lastName: 'Staff', userCompanies: [] };
    const body = {
      contactId,
      locationId: gym.locationId,
      items: [{ salesItemId: item, quantity: 1 }],
      expectedTotal: 10.8,
      paymentMethod: 'cash' as const,
    };
    const signIn = async () => startSession({ token: await createToken(server, person), user: person });
    const send = ({ key }: Pick<ItemSaleAttempt, 'key'>, wasSent: boolean) =>
      sendAttempt({
        send: async () => ({ status: 'succeeded', invoice: (await posActions.sellItems(body, key)).invoice }),
        ask: () => getSaleOutcome(key),
        wasSent,
      });
    const endSessions = () =>
      server.database.unscoped
        .updateTable('sessions')
        .set({ revoked_at: new Date() })
        .where('user_id', '=', person.id)
        .execute();

    const reported: string[] = [];
    const seen = { completed: 0, unknown: 0 };
    for (let index = 0; index < count; index += 1) {
      if (!readSession()) await signIn();
      const contact = { id: contactId, firstName: 'Casey', lastName: 'Jones' } as ItemSaleAttempt['contact'];
      const attempt: ItemSaleAttempt = {
        kind: 'sale',
        key: createIdempotencyKey(),
        body,
        userId: person.id,
        locationName: 'North',
        startedAt: Date.now(),
        isOutcomeUnknown: true,
        receivedCents: null,
        contact,
        cart: [],
      };
      saveAttempt(attempt);
      losing = Math.floor(index / interruptions.length) % 2 ? 'while it is on its way' : 'after the answer';
      expect((await send(attempt, false)).status).toBe('unanswered');
      losing = undefined;

      const how = interruptions[index % interruptions.length];
      if (how === 'sign-out') await authProvider.logout({});
      if (how === 'expiry') {
        await endSessions();
        expect([(await send(attempt, true)).status, readSession()]).toEqual(['unanswered', null]);
      }
      if (how === 'another tab' || how === 'crash') vi.stubGlobal('sessionStorage', storage());
      if (!readSession()) await signIn();

      expect(listAttempts('somebody-else')).toEqual([]);
      const [offered, ...others] = listAttempts(person.id);
      expect([offered, others]).toEqual([attempt, []]);
      const outcome = await getSaleOutcome(attempt.key);
      if (outcome.state !== 'completed' && outcome.state !== 'unknown')
        throw new Error(`A sale that is ${outcome.state}`);
      seen[outcome.state] += 1;
      const finished = outcome.state === 'unknown' ? await send(attempt, true) : undefined;
      const invoice = finished?.status === 'succeeded' ? finished.invoice : outcome.invoice;
      reported.push(invoice?.id ?? '');
      // The abandoned tab presses the button once more.
      if (how === 'another tab')
        expect(await send(attempt, true)).toMatchObject({
          status: 'succeeded',
          invoice: { id: invoice?.id },
        });
      forgetAttempt(attempt.key);
    }
    await Promise.all(pending);
    const books = createBooks(server.database, gym.companyId);
    const invoices = (await books.invoices()).map(({ id }) => id);
    console.log(
      `${count} interrupted sales: ${seen.completed} had gone through, ${seen.unknown} were finished; ${invoices.length} invoices`,
    );
    expect(invoices).toHaveLength(count);
    expect(reported.toSorted()).toEqual(invoices.toSorted());
    expect([await books.stock(item), listAttempts(person.id)]).toEqual([0, []]);
  } finally {
    vi.unstubAllGlobals();
    await pair.close();
    await server.close();
  }
}
