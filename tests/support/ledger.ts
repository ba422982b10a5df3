import { v7 as uuid } from 'uuid';
import { builders } from './builders.ts';
import type { Gym } from './gym.ts';
import { invoiceBuilders } from './invoices.ts';
import type { TestServer } from './server.ts';

interface LedgerLine {
  readonly type: 'membership' | 'sales_item' | 'location_fee';
  readonly name: string;
  /** The id of what was sold; the report goes by the name without it. */
  readonly item?: string;
  readonly total: number;
}

interface LedgerMove {
  readonly method: 'cash' | 'card' | 'other';
  readonly status: 'completed' | 'pending' | 'failed' | 'refunded';
  readonly cents: number;
  readonly at: Date;
  /** Of a refund, the positions of the lines that it is for, each to its whole price. By default it is for all. */
  readonly lines?: readonly number[] | undefined;
}

/** An invoice with its whole history, in cents. */
export interface LedgerInvoice {
  readonly zone: string;
  readonly status: 'draft' | 'open' | 'partially_paid' | 'paid' | 'overdue' | 'void' | 'refunded';
  readonly lines: readonly LedgerLine[];
  readonly tax: number;
  readonly total: number;
  readonly createdAt: Date;
  /** When it was voided or written off. */
  readonly closedAt: Date | null;
  readonly writtenOff: number;
  readonly moves: readonly LedgerMove[];
}

/** Numbers that are the same for the same seed. */
export function numbers(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    int,
    chance: (share: number) => next() < share,
    pick: <T>(all: readonly T[]): T => all[int(0, all.length - 1)] as T,
  };
}

const types = ['membership', 'sales_item', 'location_fee'] as const;
const dayMs = 86_400_000;

/** Writes this many invoices of every kind, over ninety days around the clock change, and returns them as they were created. */
export async function randomLedger(
  server: TestServer,
  gym: Gym,
  places: readonly { id: string; zone: string }[],
  { count, seed }: { count: number; seed: number },
): Promise<LedgerInvoice[]> {
  const { int, chance, pick } = numbers(seed);
  const contactId = await builders(server, gym).contact();
  const start = Date.parse('2026-09-15T00:00:00Z');
  const made: LedgerInvoice[] = [];
  for (let index = 0; index < count; index += 1) {
    const place = pick(places);
    const lines = Array.from({ length: int(1, 4) }, () => ({
      type: pick(types),
      name: pick(['Towel', 'Water', 'Unlimited', 'Key fee']),
      total: pick([0, 1, 99, 100, 333, int(1, 20_000)]),
    }));
    const net = lines.reduce((sum, { total }) => sum + total, 0);
    const tax = pick([0, Math.round(net * 0.0825), Math.round(net / 7)]);
    const total = net + tax;
    const createdAt = new Date(start + int(0, 90 * 24 * 60 * 60) * 1_000);
    const later = (time: Date) => new Date(time.getTime() + pick([0, 60_000, int(0, 20) * dayMs]));
    const outcome =
      total === 0
        ? 'paid'
        : pick([
            'draft',
            'open',
            'overdue',
            'void',
            'written_off',
            'partially_paid',
            'paid',
            'paid',
            'paid',
            'refunded',
          ] as const);
    const isWhole = outcome === 'paid' || outcome === 'refunded';
    const paid = isWhole
      ? total
      : outcome === 'partially_paid' || (outcome === 'written_off' && chance(0.5))
        ? Math.floor(total / 2)
        : 0;
    const moves: LedgerMove[] = [];
    const parts =
      paid > 1 && chance(0.3) ? [Math.floor(paid / 3), paid - Math.floor(paid / 3)] : paid > 0 ? [paid] : [];
    for (const cents of parts)
      moves.push({
        method: pick(['cash', 'card', 'other'] as const),
        status: 'completed',
        cents,
        at: later(createdAt),
      });
    if (chance(0.2))
      moves.push({ method: 'card', status: pick(['pending', 'failed'] as const), cents: total, at: later(createdAt) });
    const lastPaid = new Date(Math.max(createdAt.getTime(), ...moves.map(({ at }) => at.getTime())));
    const back = outcome === 'refunded' ? paid : paid > 0 && chance(0.3) ? int(1, paid) : 0;
    let refundedAt = lastPaid;
    for (const cents of back > 2 && chance(0.4) ? [1, Math.floor(back / 3), back - Math.floor(back / 3) - 1] : [back]) {
      if (cents === 0) continue;
      refundedAt = later(refundedAt);
      moves.push({ method: pick(['cash', 'card'] as const), status: 'refunded', cents, at: refundedAt });
    }
    const writtenOff = outcome === 'written_off' ? total - paid : 0;
    const closedAt = outcome === 'void' || outcome === 'written_off' ? later(refundedAt) : null;
    const status = outcome === 'written_off' ? 'void' : outcome;
    const changed = [createdAt, ...moves.map(({ at }) => at), ...(closedAt ? [closedAt] : [])];
    const updatedAt = new Date(Math.max(...changed.map((time) => time.getTime())));
    const invoiceId = uuid();
    const bill = invoiceBuilders(server, { companyId: gym.companyId, locationId: place.id });
    await bill.invoice(
      contactId,
      {
        id: invoiceId,
        status,
        subtotal_cents: net,
        tax_cents: tax,
        total_cents: total,
        paid_cents: paid,
        due_cents: isWhole || closedAt ? 0 : total - paid,
        written_off_cents: writtenOff,
        created_at: createdAt,
        updated_at: updatedAt,
      },
      lines.map(({ type, name, total: cents }) => ({ type, name, price_cents: cents, total_cents: cents })),
    );
    for (const { method, status: state, cents, at } of moves) {
      await bill.payment(invoiceId, {
        method,
        status: state,
        amount_cents: cents,
        created_at: at,
        updated_at: at,
      });
    }
    if (closedAt) await logClosing(server, gym, invoiceId, writtenOff > 0, closedAt);
    made.push({ zone: place.zone, status, lines, tax, total, createdAt, closedAt, writtenOff, moves });
  }
  return made;
}

const logClosing = (server: TestServer, { companyId }: Gym, record_id: string, isWrittenOff: boolean, at: Date) =>
  server.database.scoped([companyId], (tx) =>
    tx
      .insertInto('activity')
      .values({
        id: uuid(),
        company_id: companyId,
        at,
        actor_type: 'operator',
        actor_id: null,
        actor_name: '',
        record_type: 'invoice',
        record_id,
        action: isWrittenOff ? 'invoice.written-off' : 'invoice.voided',
        record_label: '',
        location_id: null,
        changes: '[]',
        request_id: null,
      })
      .execute(),
  );
