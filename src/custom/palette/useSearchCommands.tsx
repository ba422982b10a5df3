import CardMembershipOutlined from '@mui/icons-material/CardMembershipOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import SellOutlined from '@mui/icons-material/SellOutlined';
import { useNavigate } from 'react-router-dom';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import type { Feature } from '#domain/shared/access.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { invoiceStatusLabel } from '#domain/invoices/invoiceStatus.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { paletteFoundSize } from '#src/limits.ts';
import { billingLabels, contractLabel, invoiceRowLabel, invoiceRowText } from '#src/ui/labels.ts';
import { useAccess, useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { useContactPanel } from '#src/resources/contacts/panel/useContactPanel.ts';
import { useNamed } from '#src/resources/contacts/PeopleInMemory.tsx';
import { PersonAvatar } from '#src/resources/contacts/Person.tsx';
import { useDebounced } from '#src/ui/time.ts';
import type { ListedContact } from '#src/dataProvider/contacts.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import type { ListedInvoice } from '#src/dataProvider/invoices.ts';
import type { ListedMembership } from '#src/dataProvider/memberships.ts';
import { useRows } from '#src/dataProvider/rows.tsx';
import { filtered, paths } from '#src/paths.ts';
import type { Command } from './command.ts';
import { readAction, type ContactAction } from './contactActions.ts';

/**
 * Search results from the server at the selected location, from the lists that the level may open, five of each; names of people
 * come from memory meanwhile. The groups appear in their fixed order, so that nothing shifts above what is being read. A failed
 * group does not delay the others.
 */
export const useSearchCommands = (text: string) => {
  const wanted = text.trim();
  const search = useDebounced(wanted);
  const isCurrent = search === wanted;
  const typed = readAction(search);
  const { selected } = useLocationScope();
  // An action that is offered would appear above them.
  const atOnce = readAction(wanted) ? '' : wanted;
  const named = useNamed(
    selected?.id,
    atOnce,
    paletteFoundSize,
    ({ homeLocationId }) => homeLocationId === selected?.id,
  );
  const people = useFound(contacts, isCurrent ? (typed?.name ?? search) : '', named);
  const toAction = useContactCommand();
  const offered = typed && people.rows.flatMap((contact) => toAction(typed.action, contact) ?? []);
  const inOrder = [
    { ...people, commands: [...(offered ?? []), ...people.commands] },
    useFound(plans, isCurrent ? search : ''),
    useFound(items, isCurrent ? search : ''),
    useFound(invoices, isCurrent ? search : ''),
  ];
  const waiting = inOrder.findIndex(({ isPending }) => isPending);
  const answered = waiting < 0 ? inOrder : inOrder.slice(0, waiting + 1);
  return {
    found: answered.flatMap(({ commands }) => commands),
    failures: answered.flatMap(({ failure }) => failure ?? []),
    isSearching: !isCurrent || waiting >= 0,
  };
};

type Shown = Pick<Command, 'label' | 'subtitle' | 'detail' | 'icon'> & {
  /** The record's page; without one its panel opens. */
  to?: string;
};

interface Kind<Row> {
  resource: Feature;
  group: Command['group'];
  sort: { field: string; order: 'ASC' | 'DESC' };
  fallback: string;
  show: (row: Row, zone: string) => Shown;
  /** Into what else the server's search looks: shown where the label does not hold what was typed. */
  otherTexts?: (row: Row) => readonly (string | null)[];
}

const useFound = <Row extends { id: string }>(kind: Kind<Row>, search: string, meanwhile: readonly Row[] = []) => {
  const { selected } = useLocationScope();
  const { can } = useAccess();
  const navigate = useNavigate();
  const panel = useContactPanel();
  const isOffered = selected !== undefined && can(kind.resource);
  const enabled = search !== '' && isOffered;
  const { data, error, refetch } = useRows<Row>(
    kind.resource,
    {
      pagination: { page: 1, perPage: paletteFoundSize },
      sort: kind.sort,
      filter: { search, locationId: selected?.id },
    },
    { enabled },
  );
  if (!isOffered) return { rows: [], commands: [], failure: undefined, isPending: false };
  const rows = enabled ? data : undefined;
  const commands = (rows ?? meanwhile).map((row): Command => {
    const { to, ...shown } = kind.show(row, selected.timezone);
    return {
      ...shown,
      subtitle: whereFound(search, shown.label, kind.otherTexts?.(row) ?? []) ?? shown.subtitle,
      id: `${kind.resource} ${row.id}`,
      group: kind.group,
      run: () => (to ? void navigate(to) : panel.open(row.id)),
      navigates: to !== undefined,
    };
  });
  const failure = enabled &&
    error && { group: kind.group, text: messageFrom(error, kind.fallback), retry: () => void refetch() };
  return { rows: rows ?? [], commands, failure: failure || undefined, isPending: enabled && !rows && !error };
};

/** What else holds the text that was typed, from shortly before it. */
const whereFound = (search: string, label: string, others: readonly (string | null)[]) => {
  const sought = search.toLowerCase();
  if (sought === '' || label.toLowerCase().includes(sought)) return undefined;
  const text = others.find((other) => other?.toLowerCase().includes(sought));
  if (!text) return undefined;
  const at = text.toLowerCase().indexOf(sought);
  return at < inSightLength ? text : `…${text.slice(text.lastIndexOf(' ', at - 1) + 1)}`;
};

/** A phone shows this much of a line. */
const inSightLength = 30;

/** An action with what it acts on, if the level may and the contact's state allows it. */
const useContactCommand = () => {
  const { may } = useAccess();
  const navigate = useNavigate();
  const panel = useContactPanel();
  return ({ may: needed, label, task, Icon }: ContactAction, contact: ListedContact): Command | undefined => {
    const text = may(needed) && label(contact);
    if (!text) return undefined;
    const isRefund = task === 'refund';
    return {
      id: `${task} ${contact.id}`,
      group: 'For a Contact',
      label: text,
      subtitle: contact.email,
      icon: <Icon fontSize="small" />,
      run: () =>
        isRefund
          ? void navigate(filtered(paths.invoices.list, { search: contact.email, status: 'paid' }))
          : panel.open(contact.id, task),
      navigates: isRefund,
    };
  };
};

const contacts: Kind<ListedContact> = {
  resource: 'contacts',
  group: 'Contacts',
  sort: { field: 'relevance', order: 'ASC' },
  fallback: 'Failed to fetch contacts',
  show: (contact) => ({
    label: fullName(contact),
    subtitle: contact.email,
    icon: <PersonAvatar person={contact} size={28} />,
  }),
};

const plans: Kind<ListedMembership> = {
  resource: 'memberships',
  group: 'Memberships',
  sort: { field: 'name', order: 'ASC' },
  fallback: 'Failed to fetch memberships',
  show: (plan) => ({
    label: plan.name,
    subtitle: plan.location?.name ?? 'All locations',
    detail: `${formatMoney(plan.price)} / ${billingLabels[plan.billingFrequency]}`,
    icon: <CardMembershipOutlined fontSize="small" />,
    to: paths.memberships.show(plan.id),
  }),
  otherTexts: (plan) => [plan.description, contractLabel(plan), plan.type.replaceAll('_', ' ')],
};

const items: Kind<SalesItem> = {
  resource: 'sales-items',
  group: 'Sales Items',
  sort: { field: 'name', order: 'ASC' },
  fallback: 'Failed to fetch sales items',
  show: (item) => ({
    label: item.name,
    subtitle: item.description ?? undefined,
    detail: formatMoney(item.price),
    icon: <SellOutlined fontSize="small" />,
    to: paths.salesItems.show(item.id),
  }),
  otherTexts: ({ description }) => [description],
};

const invoices: Kind<ListedInvoice> = {
  resource: 'invoices',
  group: 'Invoices',
  sort: { field: 'createdAt', order: 'DESC' },
  fallback: 'Failed to fetch invoices',
  show: (invoice, zone) => ({
    label: invoice.contact ? fullName(invoice.contact) : invoiceRowLabel(invoice),
    subtitle: [invoice.number, shortDate(invoice.createdAt, zone), invoiceRowText(invoice)].filter(Boolean).join(' · '),
    detail: `${formatMoney(invoice.total, invoice.currency.toUpperCase())} · ${invoiceStatusLabel(invoice.status)}`,
    icon: <ReceiptLongOutlined fontSize="small" />,
    to: paths.invoices.show(invoice.id),
  }),
};
