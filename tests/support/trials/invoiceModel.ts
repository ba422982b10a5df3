/** A second model of an invoice's money, in cents, written from the gym's rules and sharing no code with them. */

interface ModelLine {
  readonly quantity: number;
  /** For all its units, without tax. */
  readonly cents: number;
  /** Whether it has stock. */
  readonly item?: string;
  refunded: number;
}

interface ModelRefund {
  /** By an amount, or by quantities of lines; with neither, all that is left. */
  readonly cents?: number | undefined;
  readonly pieces?: ReadonlyMap<number, number> | undefined;
  readonly toCard: boolean;
  readonly restock: readonly number[];
}

const halfUp = (dividend: number, divisor: number) => Math.floor((2 * dividend + divisor) / (2 * divisor));

export class ModelInvoice {
  status = 'open';
  paid = 0;
  refunded = 0;
  readonly cents: number;
  readonly tax: number;
  /** What was paid by card and otherwise, and is not refunded. */
  private readonly kept = { card: 0, cash: 0 };

  /** `paysMembership`: it sold or renewed a membership, or changed its plan. */
  constructor(
    readonly lines: readonly ModelLine[],
    readonly paysMembership: boolean,
    /** Most gyms of the trials charge 8 %. */
    taxPercent = 8,
  ) {
    this.cents = lines.reduce((sum, { cents }) => sum + cents, 0);
    this.tax = halfUp(this.cents * taxPercent, 100);
  }

  due = () => (this.status === 'void' ? 0 : this.cents + this.tax - this.paid);
  left = () => this.kept.card + this.kept.cash;
  isMostlyByCard = () => this.kept.card > this.kept.cash;

  pay(how: 'card' | 'cash', cents = this.due()): this {
    this.paid += cents;
    this.kept[how] += cents;
    this.status = this.due() === 0 ? 'paid' : 'partially_paid';
    return this;
  }

  /** The price of some more units of a line with their share of the tax; the last line gets the remainder. */
  private worth(position: number, more: number): number {
    const shares = this.lines.slice(0, -1).map(({ cents }) => halfUp(this.tax * cents, this.cents));
    const taxes = [...shares, this.tax - shares.reduce((sum, share) => sum + share, 0)];
    const { quantity, cents, refunded } = this.lines[position] as ModelLine;
    const upTo = (pieces: number) =>
      halfUp(cents * pieces, quantity) + halfUp((taxes[position] ?? 0) * pieces, quantity);
    return upTo(refunded + more) - upTo(refunded);
  }

  /** The refunded cents and the items that return to stock, or undefined if the refund must be refused. */
  refund({ cents, pieces, toCard, restock }: ModelRefund): { cents: number; stock: Map<string, number> } | undefined {
    const left = this.left();
    for (const [position, quantity] of pieces ?? []) {
      const line = this.lines[position];
      if (!line || line.refunded + quantity > line.quantity) return undefined;
    }
    const amount =
      cents ??
      (pieces ? [...pieces].reduce((sum, [position, quantity]) => sum + this.worth(position, quantity), 0) : left);
    if (amount === 0 || amount > (toCard ? this.kept.card : left)) return undefined;
    const rest = this.lines.map(({ quantity, refunded }, position) => [position, quantity - refunded] as const);
    const back = pieces ?? new Map(amount === left ? rest.filter(([, quantity]) => quantity > 0) : []);
    if (restock.some((position) => !back.has(position) || this.lines[position]?.item === undefined)) return undefined;

    const fromCash = toCard ? 0 : Math.min(amount, this.kept.cash);
    this.kept.cash -= fromCash;
    this.kept.card -= amount - fromCash;
    this.refunded += amount;
    if (this.status === 'paid' && this.refunded === this.paid) this.status = 'refunded';
    const stock = new Map<string, number>();
    for (const [position, quantity] of back) {
      const line = this.lines[position] as ModelLine;
      line.refunded += quantity;
      if (restock.includes(position) && line.item) stock.set(line.item, (stock.get(line.item) ?? 0) + quantity);
    }
    return { cents: amount, stock };
  }
}
