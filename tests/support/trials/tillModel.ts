/** A second model of what a till sells, takes and gives back, in cents, written from the gym's rules and sharing no code with them. */

interface SoldLine {
  readonly item: string | null;
  readonly quantity: number;
  /** Of all units, and less the discounts. */
  readonly price: number;
  readonly net: number;
  refunded: number;
}

/** In hundredths of a percent, or in cents. */
export type ModelDiscount = { readonly percent: number } | { readonly cents: number };

export interface CartLine {
  readonly item: string | null;
  readonly quantity: number;
  readonly price: number;
  readonly discount?: ModelDiscount | undefined;
}

interface Asked {
  readonly cents?: number | undefined;
  readonly pieces?: ReadonlyMap<number, number> | undefined;
  readonly restock: readonly number[];
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
export const halfUp = (dividend: number, divisor: number) => Math.floor((2 * dividend + divisor) / (2 * divisor));
const takenOff = (discount: ModelDiscount | undefined, price: number) =>
  !discount ? 0 : Math.min(price, 'cents' in discount ? discount.cents : halfUp(price * discount.percent, 10_000));

/** To the nearest coin; half goes up. */
export const toCoins = (cents: number, coin: number) => (coin === 0 ? cents : halfUp(cents, coin) * coin);

/** The discount on the whole sale, cent by cent to whoever lacks the most of an exact share; of two, to the first. */
function sharesOf(cents: number, prices: readonly number[]): number[] {
  const all = sum(prices);
  const shares = prices.map((price) => (all === 0 ? 0 : Math.floor((cents * price) / all)));
  const lack = (index: number) => cents * prices[index]! - shares[index]! * all;
  const order = prices.map((_price, index) => index).toSorted((a, b) => lack(b) - lack(a) || a - b);
  for (const index of order.slice(0, cents - sum(shares))) shares[index]! += 1;
  return shares;
}

export class TillInvoice {
  status = 'open';
  readonly lines: SoldLine[];
  readonly tax: number;
  readonly total: number;
  paid = 0;
  due: number;
  refunded = 0;
  /** The same in coins. */
  handedBack = 0;
  writtenOff = 0;
  rounding = 0;

  /** `rate` in hundredths of a percent. */
  constructor(
    readonly id: string,
    cart: readonly CartLine[],
    readonly rate: number,
    discount?: ModelDiscount,
  ) {
    const left = cart.map((line) => line.price - takenOff(line.discount, line.price));
    const shares = sharesOf(takenOff(discount, sum(left)), left);
    this.lines = cart.map(({ item, quantity, price }, index) => {
      return { item, quantity, price, net: left[index]! - shares[index]!, refunded: 0 };
    });
    this.tax = halfUp(this.net() * rate, 10_000);
    this.total = this.net() + this.tax;
    this.due = this.total;
    if (this.total === 0) this.status = 'paid';
  }

  net = () => sum(this.lines.map(({ net }) => net));
  price = () => sum(this.lines.map(({ price }) => price));
  isOwed = () => this.status === 'open' || this.status === 'partially_paid';
  left = () => this.paid - this.refunded;

  /** What is taken, and the rounding in it. Cash that settles is rounded. */
  pay(cents: number, coin: number): { taken: number; rounding: number } {
    const rounded = toCoins(this.due, coin);
    const settles = cents === this.due || cents === rounded;
    const taken = settles ? rounded : cents;
    this.rounding = settles ? rounded - this.due : 0;
    this.paid += taken;
    this.due = settles ? 0 : this.due - cents;
    this.status = settles ? 'paid' : 'partially_paid';
    return { taken, rounding: this.rounding };
  }

  close(how: 'void' | 'write-off'): number {
    const given = how === 'void' ? 0 : this.due;
    [this.status, this.due, this.writtenOff] = ['void', 0, given];
    return given;
  }

  /** Some units of a line with their share of its tax. The last one has the rest, which is a cent at least. */
  private worth(position: number, more: number): number {
    let untaxed = this.tax;
    const taxes = this.lines.map(({ net }, index) => {
      const isLast = index === this.lines.length - 1;
      const share = isLast ? untaxed : Math.min(untaxed, this.net() === 0 ? 0 : halfUp(this.tax * net, this.net()));
      untaxed -= share;
      return share;
    });
    const { quantity, net, refunded } = this.lines[position]!;
    const tax = taxes[position]!;
    const upTo = (count: number) => {
      if (count === quantity) return net + tax;
      return Math.min(Math.max(0, net + tax - 1), halfUp(net * count, quantity) + halfUp(tax * count, quantity));
    };
    return upTo(refunded + more) - upTo(refunded);
  }

  /** What is given back without rounding, what goes back to the shelf, and whether nothing is left; undefined when it is refused. */
  refund({ cents, pieces, restock }: Asked): { cents: number; back: Map<string, number>; isAll: boolean } | undefined {
    const left = this.left();
    if (left === 0) return undefined;
    for (const [position, count] of pieces ?? [])
      if (this.lines[position]!.refunded + count > this.lines[position]!.quantity) return undefined;
    let amount = cents ?? left;
    if (pieces && cents === undefined) {
      amount = sum([...pieces].map(([position, count]) => this.worth(position, count)));
      if (amount + this.rounding === left) amount = left;
      if (amount === 0 && [...pieces.keys()].every((position) => this.isFree(position))) return undefined;
    }
    if (amount > left) return undefined;
    const unrefunded = this.lines.map(({ quantity, refunded }, position) => [position, quantity - refunded] as const);
    const given = pieces ?? new Map(amount === left ? unrefunded.filter(([, count]) => count > 0) : []);
    if (restock.some((position) => !given.has(position) || this.lines[position]!.item === null)) return undefined;
    this.refunded += amount;
    if (this.status === 'paid' && this.refunded === this.paid) this.status = 'refunded';
    const back = new Map<string, number>();
    for (const [position, count] of given) {
      const line = this.lines[position]!;
      line.refunded += count;
      if (line.item !== null && restock.includes(position)) back.set(line.item, (back.get(line.item) ?? 0) + count);
    }
    return { cents: amount, back, isAll: this.due === 0 && this.refunded === this.paid };
  }

  private isFree = (position: number) => {
    const { refunded } = this.lines[position]!;
    this.lines[position]!.refunded = 0;
    const worth = this.worth(position, this.lines[position]!.quantity);
    this.lines[position]!.refunded = refunded;
    return worth === 0;
  };
}
