import AccountCircleOutlined from '@mui/icons-material/AccountCircleOutlined';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import InsightsOutlined from '@mui/icons-material/InsightsOutlined';
import HowToReg from '@mui/icons-material/HowToReg';
import LocationOnOutlined from '@mui/icons-material/LocationOnOutlined';
import LogoutOutlined from '@mui/icons-material/LogoutOutlined';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import PersonAddAlt from '@mui/icons-material/PersonAddAlt';
import PointOfSaleOutlined from '@mui/icons-material/PointOfSaleOutlined';
import PostAdd from '@mui/icons-material/PostAdd';
import SellOutlined from '@mui/icons-material/SellOutlined';
import UploadOutlined from '@mui/icons-material/UploadOutlined';
import type { SvgIconComponent } from '@mui/icons-material';
import { useColorScheme } from '@mui/material/styles';
import { partition } from 'es-toolkit';
import { useNavigate } from 'react-router-dom';
import { levelLabels, type Feature } from '#domain/shared/access.ts';
import { mayInCompany } from '#src/authProvider/companyAccess.ts';
import { themes } from '#src/custom/layout/ThemeChoice.tsx';
import { useAccess, useLocationScope, useSwitchLocation } from '#src/location-scope/useLocationScope.ts';
import { useSignOut } from '#src/custom/layout/SignOut.tsx';
import { menu } from '#src/menu.ts';
import { atQuickCheckin, withDrawerTask } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';
import { matchesWords, type Command } from './command.ts';
import { contactActions, readAction } from './contactActions.ts';
import { menuKeywords, pages } from './pages.ts';

interface LocalCommands {
  commands: Command[];
  /** Pages that only their other names have found: people may be called so, too, and come before them. */
  related: Command[];
}

export const useLocalCommands = (text: string): LocalCommands => {
  const all = [
    ...useActions(deskActions),
    ...useContactActions(),
    ...useDrawerActions(),
    ...useActions(officeActions),
    ...usePages(),
    ...useLocations(),
    ...useAccount(),
  ];
  // Once its verb is typed, only the name is missing.
  if (readAction(text)?.name === '') return { commands: [], related: [] };
  const matching = all.filter(({ label, keywords = '' }) => matchesWords(`${label} ${keywords}`, text));
  const [commands, related] = partition(matching, ({ group, label }) => group !== 'Pages' || matchesWords(label, text));
  return { commands, related: related.map((page) => ({ ...page, group: 'Related Pages' })) };
};

const useActions = (actions: readonly Action[]) => {
  const { selected } = useLocationScope();
  const { can } = useAccess();
  const navigate = useNavigate();
  return actions
    .filter(({ feature }) => selected && can(feature))
    .map(({ label, keywords, Icon, to, options }): Command => ({
      id: `action ${label}`,
      group: 'Actions',
      label,
      keywords,
      icon: <Icon fontSize="small" />,
      run: () => void navigate(to, options?.()),
      navigates: options === undefined,
    }));
};

/** These need a contact: choosing one asks for the name. */
const useContactActions = () => {
  const { selected } = useLocationScope();
  const { can, may } = useAccess();
  return contactActions
    .filter(({ may: needed, task }) => task !== 'check-in' && selected && can('contacts') && may(needed))
    .map(({ verbs: [verb = '', ...keywords], Icon }): Command => ({
      id: `contact action ${verb}`,
      group: 'Actions',
      label: `${verb}…`,
      keywords: keywords.join(' '),
      icon: <Icon fontSize="small" />,
      begins: `${verb} `,
      run: () => undefined,
    }));
};

const useDrawerActions = () => {
  const { selected } = useLocationScope();
  const { can, may } = useAccess();
  const navigate = useNavigate();
  if (!selected || !can('pos') || !may('drawers:use')) return [];
  return (['open', 'close'] as const).map((task): Command => ({
    id: `drawer ${task}`,
    group: 'Actions',
    label: task === 'open' ? 'Open Drawer' : 'Close Drawer',
    keywords: 'cash till count z report',
    icon: <PaymentsOutlined fontSize="small" />,
    run: () => void navigate(paths.pos, withDrawerTask(task)),
  }));
};

interface Action {
  label: string;
  keywords: string;
  Icon: SvgIconComponent;
  feature: Feature;
  to: string;
  options?: () => { state: object };
}

const deskActions: readonly Action[] = [
  {
    label: 'Check In…',
    keywords: 'checkin member door',
    Icon: HowToReg,
    feature: 'checkins',
    to: paths.dashboard,
    options: atQuickCheckin,
  },
  { label: 'New sale', keywords: 'sell till pos', Icon: PointOfSaleOutlined, feature: 'pos', to: paths.pos },
];

const officeActions: readonly Action[] = [
  {
    label: 'View cash drawers',
    keywords: 'till z report',
    Icon: PaymentsOutlined,
    feature: 'drawers',
    to: paths.drawers.list,
  },
  {
    label: 'Add Contact',
    keywords: 'new member customer',
    Icon: PersonAddAlt,
    feature: 'contacts',
    to: paths.contacts.add,
  },
  {
    label: 'Import contacts',
    keywords: 'csv upload members move',
    Icon: UploadOutlined,
    feature: 'contacts',
    to: paths.contacts.import,
  },
  { label: 'Add Membership', keywords: 'new plan', Icon: PostAdd, feature: 'memberships', to: paths.memberships.add },
  {
    label: 'Add sales item',
    keywords: 'new product',
    Icon: SellOutlined,
    feature: 'sales-items',
    to: paths.salesItems.add,
  },
  {
    label: 'Add agreement',
    keywords: 'new document',
    Icon: DescriptionOutlined,
    feature: 'agreements',
    to: paths.agreements.add,
  },
  {
    label: 'Invite User',
    keywords: 'new staff employee add',
    Icon: PersonAddAlt,
    feature: 'users',
    to: paths.users.add,
  },
];

const usePages = () => {
  const { level, selected } = useLocationScope();
  const { can } = useAccess();
  const navigate = useNavigate();
  const ofMenu = menu
    .flat()
    .filter(({ slug }) => level === null || can(slug))
    .map(({ slug, label, icon, to }) => ({
      label,
      keywords: menuKeywords[slug] ?? '',
      Icon: icon,
      to: to(selected?.id),
    }));
  const others = pages
    .filter(({ feature, action }) => can(feature) && (!action || mayInCompany(selected?.companyId, action)))
    .map(({ feature, ...page }) => ({ ...page, Icon: findIcon(feature) }));
  return [...ofMenu, ...(selected ? others : [])].map(({ label, keywords, Icon, to }): Command => ({
    id: `page ${label}`,
    group: 'Pages',
    label,
    keywords,
    icon: <Icon fontSize="small" />,
    run: () => void navigate(to),
    navigates: true,
  }));
};

/** The icon of the menu entry. A feature without one belongs to the reports. */
const findIcon = (feature: Feature): SvgIconComponent =>
  menu.flat().find(({ slug }) => slug === feature)?.icon ?? InsightsOutlined;

const useLocations = () => {
  const { locations, selected } = useLocationScope();
  const switchTo = useSwitchLocation();
  return locations
    .filter(({ id }) => id !== selected?.id)
    .map(({ id, name, company, level }): Command => ({
      id: `location ${id}`,
      group: 'Locations',
      label: `Switch location to ${name}`,
      subtitle: `${company.name} · ${levelLabels[level]}`,
      icon: <LocationOnOutlined fontSize="small" />,
      run: () => void switchTo(id),
    }));
};

const useAccount = () => {
  const { mode, setMode } = useColorScheme();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const commands: Command[] = themes
    .filter(({ value }) => value !== mode)
    .map(({ value, label, Icon }) => ({
      id: `theme ${value}`,
      group: 'Account',
      label,
      keywords: 'mode colors',
      icon: <Icon fontSize="small" />,
      run: () => setMode(value),
    }));
  return [
    {
      id: 'account',
      group: 'Account',
      label: 'Your account',
      keywords: 'profile password passkeys two-step verification sign-ins',
      icon: <AccountCircleOutlined fontSize="small" />,
      run: () => void navigate(paths.account),
      navigates: true,
    } satisfies Command,
    ...commands,
    {
      id: 'sign out',
      group: 'Account',
      label: 'Sign Out',
      keywords: 'log out logout',
      icon: <LogoutOutlined fontSize="small" />,
      run: signOut,
    } satisfies Command,
  ];
};
