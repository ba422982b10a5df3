import { ModelInvoice } from './invoiceModel.ts';
import { lastDayOfMonths } from './membershipModel.ts';

/**
 * A second model of households and of the renewals that their payers are billed for, written from the gym's rules and sharing
 * no code with them. It knows when something happened as a number of the trial's own.
 */
export interface ModelMember {
  readonly contactId: string;
  readonly name: string;
  /** Of the membership. */
  readonly id: string;
  /** At which it is valid, by whose calendar it is billed. */
  readonly place: number;
  readonly start: number;
  readonly months: number;
  readonly cents: number;
  /** Null without a saved card. */
  card: 'works' | 'declined' | null;
  paidMonths: number;
  renews: boolean;
  isManual: boolean;
  isEnded: boolean;
  /** The unpaid bill of the next period. */
  bill: ModelBill | null;
}

export interface ModelBill {
  readonly invoice: ModelInvoice;
  readonly payer: ModelMember;
  /** In the order of the lines. */
  readonly members: ModelMember[];
  /** When it was written, and on which day there. */
  readonly at: number;
  readonly billedOn: number;
  readonly isManual: boolean;
  readonly moves: { cents: number; at: number; how: 'card' | 'cash' | 'refund' }[];
  closedAt: number | null;
  /** The server's, once it is known. */
  id: string;
}

interface ModelHousehold {
  id: string;
  payer: ModelMember;
  readonly members: ModelMember[];
}

/** A moment, as its number and the day and time that it is at each place. */
export interface Moment {
  readonly at: number;
  readonly local: readonly { readonly day: number; readonly isBillingTime: boolean }[];
}

const daysBefore = 7;

export const endOf = ({ start, paidMonths }: ModelMember): number => lastDayOfMonths(start, paidMonths);

export class HouseholdsModel {
  readonly households: ModelHousehold[] = [];
  readonly bills: ModelBill[] = [];

  constructor(readonly members: readonly ModelMember[]) {}

  householdOf = (member: ModelMember) => this.households.find(({ members }) => members.includes(member));
  payerOf = (member: ModelMember) => this.householdOf(member)?.payer ?? member;

  open(id: string, payer: ModelMember): void {
    this.households.push({ id, payer, members: [payer] });
  }

  join(household: ModelHousehold, member: ModelMember): void {
    household.members.push(member);
    this.billWithoutCard(member);
  }

  changePayer(household: ModelHousehold, payer: ModelMember): void {
    household.payer = payer;
    for (const member of household.members) this.billWithoutCard(member);
  }

  /** What is billed stays the payer's, but for the next period of one who ends before it. */
  remove(household: ModelHousehold, member: ModelMember, ends: boolean, now: Moment): void {
    if (ends && member.renews && !member.isEnded) {
      if (member.isManual && member.bill && endOf(member) >= now.local[member.place]!.day)
        this.takeOff(member, member.bill, now);
      member.renews = false;
    }
    household.members.splice(household.members.indexOf(member), 1);
    this.billWithoutCard(member);
  }

  /** The others of the bill get a new one. */
  private takeOff(member: ModelMember, bill: ModelBill, now: Moment): void {
    const others = bill.members.filter((other) => other !== member);
    bill.invoice.status = 'void';
    bill.closedAt = now.at;
    member.bill = null;
    if (others.length > 0) this.write(others, bill.payer, bill.isManual, now);
  }

  private billWithoutCard(member: ModelMember): void {
    const keepsCard = this.payerOf(member).card !== null || member.bill !== null;
    if (member.renews && !member.isEnded && !keepsCard) member.isManual = true;
  }

  pay(bill: ModelBill, how: 'card' | 'cash', { at }: Moment): void {
    bill.moves.push({ cents: bill.invoice.due(), at, how });
    bill.invoice.pay(how);
    for (const member of bill.members) {
      member.paidMonths += member.months;
      member.bill = null;
    }
  }

  refund(bill: ModelBill, pieces: ReadonlyMap<number, number>, endsNow: boolean, { at }: Moment): number | undefined {
    const outcome = bill.invoice.refund({ pieces, toCard: bill.invoice.isMostlyByCard(), restock: [] });
    if (!outcome) return undefined;
    bill.moves.push({ cents: outcome.cents, at, how: 'refund' });
    if (endsNow) for (const position of pieces.keys()) bill.members[position]!.isEnded = true;
    return outcome.cents;
  }

  /**
   * One bill for those of a household who renew at one place on one day, with one interval and in one way. What is due on a day is billed and charged
   * from six in the morning.
   */
  pass(now: Moment): void {
    const dueDay = ({ place }: ModelMember) => {
      const { day, isBillingTime } = now.local[place]!;
      return isBillingTime ? day : day - 1;
    };
    for (const isManual of [false, true]) {
      const groups = new Map<string, ModelMember[]>();
      for (const member of this.members) {
        const from = endOf(member) - (isManual ? daysBefore : 0);
        if (member.isManual !== isManual || !member.renews || member.isEnded || member.bill || dueDay(member) < from)
          continue;
        const household = this.householdOf(member);
        const key = household ? `${household.id} ${member.place} ${endOf(member)} ${member.months}` : member.id;
        groups.set(key, [...(groups.get(key) ?? []), member]);
      }
      for (const members of groups.values()) this.write(members, this.payerOf(members[0]!), isManual, now);
    }
    for (const bill of this.bills) {
      const { invoice, payer, isManual } = bill;
      if (bill.billedOn > dueDay(bill.members[0]!) || isManual || invoice.status !== 'open') continue;
      if (payer.card === 'works') this.pay(bill, 'card', now);
      else invoice.status = 'overdue';
    }
  }

  private write(members: readonly ModelMember[], payer: ModelMember, isManual: boolean, now: Moment): void {
    const sorted = members.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const lines = sorted.map(({ cents }) => ({ quantity: 1, cents, refunded: 0 }));
    const invoice = new ModelInvoice(lines, true);
    const billedOn = now.local[sorted[0]!.place]!.day;
    const bill = { invoice, payer, members: sorted, at: now.at, billedOn, isManual, moves: [], closedAt: null, id: '' };
    for (const member of sorted) member.bill = bill;
    this.bills.push(bill);
  }
}
