import AcUnitOutlined from '@mui/icons-material/AcUnitOutlined';
import CancelOutlined from '@mui/icons-material/CancelOutlined';
import CardMembershipOutlined from '@mui/icons-material/CardMembershipOutlined';
import HowToReg from '@mui/icons-material/HowToReg';
import NoteAddOutlined from '@mui/icons-material/NoteAddOutlined';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import SwapHoriz from '@mui/icons-material/SwapHoriz';
import UndoOutlined from '@mui/icons-material/UndoOutlined';
import type { SvgIconComponent } from '@mui/icons-material';
import type { Action } from '#domain/shared/access.ts';
import { formatMoney } from '#domain/shared/money.ts';
import type { ListedContact } from '#src/dataProvider/contacts.ts';
import type { PanelTask } from '#src/navigationState.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { toWords } from './command.ts';

/** What can be done with a contact: 'freeze frank' offers 'Freeze Frank Spencer’s All-Access'. */
export interface ContactAction {
  /** What is typed before the name. The first is shown when no name is typed yet. */
  verbs: readonly string[];
  Icon: SvgIconComponent;
  may: Action;
  /** Undefined when it is not possible for this contact. */
  label: (contact: ListedContact) => string | undefined;
  /** Opened in the contact's panel; a refund begins at their invoices. */
  task: PanelTask | 'refund';
}

/** 'Frank Spencer’s All-Access'; undefined unless they have a membership that runs. */
const runningPlan = (contact: ListedContact) => {
  const membership = contact.memberStatus?.membership;
  return membership && membership.status !== 'expired' ? `${fullName(contact)}’s ${membership.name}` : undefined;
};

const withPlan = (verb: string) => (contact: ListedContact) => {
  const plan = runningPlan(contact);
  return plan && `${verb} ${plan}`;
};

const isFrozen = (contact: ListedContact) => Boolean(contact.memberStatus?.membership?.frozenUntil);

export const contactActions: readonly ContactAction[] = [
  {
    verbs: ['Check In', 'checkin'],
    Icon: HowToReg,
    may: 'checkins:write',
    label: (contact) => `Check In ${fullName(contact)}`,
    task: 'check-in',
  },
  {
    verbs: ['Collect', 'take payment', 'payment'],
    Icon: PaymentsOutlined,
    may: 'invoices:collect',
    label: (contact) =>
      contact.memberStatus && contact.memberStatus.due > 0
        ? `Collect ${formatMoney(contact.memberStatus.due)} from ${fullName(contact)}`
        : undefined,
    task: 'collect',
  },
  {
    verbs: ['Refund'],
    Icon: UndoOutlined,
    may: 'invoices:refund',
    label: (contact) => `Refund ${fullName(contact)}`,
    task: 'refund',
  },
  {
    verbs: ['Freeze', 'pause'],
    Icon: AcUnitOutlined,
    may: 'contact-memberships:change',
    label: (contact) => (isFrozen(contact) ? undefined : withPlan('Freeze')(contact)),
    task: 'freeze',
  },
  {
    verbs: ['Change Plan', 'change', 'upgrade'],
    Icon: SwapHoriz,
    may: 'contact-memberships:manage',
    label: withPlan('Change'),
    task: 'change-plan',
  },
  {
    verbs: ['Cancel membership', 'cancel'],
    Icon: CancelOutlined,
    may: 'contact-memberships:change',
    label: withPlan('Cancel'),
    task: 'cancel',
  },
  {
    verbs: ['Sell membership', 'sell'],
    Icon: CardMembershipOutlined,
    may: 'memberships:sell',
    label: (contact) => `Sell ${fullName(contact)} a Membership`,
    task: 'sell',
  },
  {
    verbs: ['Add note', 'note'],
    Icon: NoteAddOutlined,
    may: 'contacts:write',
    label: (contact) => `Add note about ${fullName(contact)}`,
    task: 'note',
  },
];

/** The action at the start of the text, and the name after it: 'refund to frank' is a refund and 'frank'. */
export function readAction(text: string): { action: ContactAction; name: string } | undefined {
  const words = toWords(text);
  for (const action of contactActions)
    for (const verb of action.verbs.map(toWords)) {
      const isTyped = verb.every((word, index) => words[index] === word);
      // The verb alone may be the beginning of something else.
      if (!isTyped || (words.length === verb.length && !text.endsWith(' '))) continue;
      const rest = words.slice(verb.length);
      return { action, name: rest.slice(fillers.has(rest[0] ?? '') ? 1 : 0).join(' ') };
    }
  return undefined;
}

const fillers: ReadonlySet<string> = new Set(['a', 'about', 'for', 'from', 'of', 'on', 'to']);
