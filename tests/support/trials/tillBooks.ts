import { toCoins, type TillInvoice } from './tillModel.ts';

interface Method {
  count: number;
  amount: number;
  refunded: number;
}

/** The second model's drawer, Z report and accounts, in cents. */
export class TillBooks {
  private readonly sums = new Map<string, number>();
  private drawer = { float: 0, cash: 0 };
  private lastCounted: number | null = null;
  /** Since the last count. */
  private methods = new Map<string, Method>();
  private soldSince = new Set<TillInvoice>();
  private voids = { count: 0, amount: 0 };
  private rounding = 0;

  private book(entries: Readonly<Record<string, number>>): void {
    for (const [account, cents] of Object.entries(entries))
      this.sums.set(account, (this.sums.get(account) ?? 0) + cents);
  }

  accounts = () => Object.fromEntries([...this.sums].filter(([, cents]) => cents !== 0));
  expected = () => this.drawer.float + this.drawer.cash;

  private method(isCash: boolean, hasDrawer: boolean): Method {
    const name = isCash ? (hasDrawer ? 'Cash' : 'Cash without a drawer') : 'Check';
    const method = this.methods.get(name) ?? { count: 0, amount: 0, refunded: 0 };
    this.methods.set(name, method);
    return method;
  }

  sold(invoice: TillInvoice): void {
    this.soldSince.add(invoice);
    const [price, net] = [invoice.price(), invoice.net()];
    this.book({ receivable: invoice.total, revenue: -price, discount: price - net, 'refunds and tax': -invoice.tax });
  }

  paid({ taken, rounding }: { taken: number; rounding: number }, isCash: boolean, hasDrawer: boolean): void {
    this.book({ [isCash ? 'cash' : 'other']: taken, cash_rounding: -rounding, receivable: rounding - taken });
    this.rounding += rounding;
    const method = this.method(isCash, hasDrawer);
    method.count += 1;
    method.amount += taken;
    if (isCash && hasDrawer) this.drawer.cash += taken;
  }

  closed(invoice: TillInvoice, how: 'void' | 'write-off', cents: number): void {
    if (how === 'write-off') return this.book({ write_offs: cents, receivable: -cents });
    const [price, net] = [invoice.price(), invoice.net()];
    this.book({ receivable: -invoice.total, revenue: price, discount: net - price, 'refunds and tax': invoice.tax });
    this.soldSince.delete(invoice);
    this.voids = { count: this.voids.count + 1, amount: this.voids.amount + invoice.total };
  }

  /** What leaves the till for an invoice is rounded in all. With the last of it, the rounding of the payment is taken back. */
  refunded(
    invoice: TillInvoice,
    { cents, isAll }: { cents: number; isAll: boolean },
    coin: number,
    hasDrawer: boolean,
  ): void {
    if (cents === 0) return;
    const given = coin === 0 ? cents : toCoins(invoice.refunded, coin) - invoice.handedBack;
    invoice.handedBack += given;
    const exact = isAll ? cents - invoice.rounding : cents;
    this.book({ cash: -given, cash_rounding: given - exact, 'refunds and tax': exact });
    this.rounding -= given - exact;
    if (given === 0) return;
    this.method(true, hasDrawer).refunded += given;
    if (hasDrawer) this.drawer.cash -= given;
  }

  opened(float: number): void {
    const difference = float - (this.lastCounted ?? 0);
    this.book(
      this.lastCounted === null ? { cash: float, cash_in_out: -float } : { cash: difference, over_short: -difference },
    );
    this.drawer = { float, cash: 0 };
  }

  moved(cents: number): void {
    this.book({ cash: cents, cash_in_out: -cents });
    this.drawer.cash += cents;
  }

  /** Its Z report. */
  closedDrawer(counted: number) {
    const difference = counted - this.expected();
    this.book({ cash: difference, over_short: -difference });
    this.lastCounted = counted;
    const rates = [...new Set([...this.soldSince].map(({ rate }) => rate))].toSorted((a, b) => a - b);
    const byTaxRate = rates.map((rate) => {
      const sold = [...this.soldSince].filter((one) => one.rate === rate);
      const [net, tax] = [sold.map((one) => one.net()), sold.map((one) => one.tax)].map(addUp);
      return { rate: rate / 10_000, count: sold.length, net: net! / 100, tax: tax! / 100, gross: (net! + tax!) / 100 };
    });
    const byMethod = [...this.methods].map(([name, { count, amount, refunded }]) => {
      const method = name === 'Check' ? 'other' : 'cash';
      return { method, name, count, amount: amount / 100, refunded: refunded / 100 };
    });
    const report = {
      byMethod: byMethod.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      byTaxRate,
      cashRounding: this.rounding / 100,
      voids: { count: this.voids.count, amount: this.voids.amount / 100 },
      refunded: addUp([...this.methods.values()].map(({ refunded }) => refunded)) / 100,
      difference: difference / 100,
    };
    [this.methods, this.soldSince, this.voids, this.rounding] = [new Map(), new Set(), { count: 0, amount: 0 }, 0];
    return report;
  }
}

const addUp = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
