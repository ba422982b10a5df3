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
import type { SvgIconComponent } from '@mui/icons-material';
import { useColorScheme } from '@mui/material/styles';
import { useNavigate } from 'react-router-dom';
import { reportKinds, reportLayouts } from '#domain/reports/reportFigures.ts';
import { levelLabels, type Feature } from '#domain/shared/access.ts';
import { themes } from '#src/custom/layout/ThemeChoice.tsx';
import { useAccess, useLocationScope, useSwitchLocation } from '#src/location-scope/useLocationScope.ts';
import { useSignOut } from '#src/custom/layout/SignOut.tsx';
import { menu } from '#src/menu.ts';
import { atQuickCheckin, withDrawerTask } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';
import { matchesWords, type Command } from './command.ts';
import { contactActions, readAction } from './contactActions.ts';

export const useLocalCommands = (text: string): Command[] => {
  const all = [
    ...useActions(),
    ...useContactActions(),
    ...useDrawerActions(),
    ...usePages(),
    ...useReports(),
    ...useLocations(),
    ...useAccount(),
  ];
  // Once its verb is typed, only the name is missing.
  if (readAction(text)?.name === '') return [];
  return all.filter(({ label, keywords = '' }) => matchesWords(`${label} ${keywords}`, text));
};

const useActions = () => {
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

/** Those that need a contact: choosing one asks for the name. */
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

const useReports = () => {
  const { selected } = useLocationScope();
  const { can } = useAccess();
  const navigate = useNavigate();
  if (!selected || !can('reports')) return [];
  return reportKinds.map((kind): Command => ({
    id: `report ${kind}`,
    group: 'Pages',
    label: `Reports: ${reportLayouts[kind].title}`,
    icon: <InsightsOutlined fontSize="small" />,
    run: () => void navigate(`${paths.reports}?tab=${kind}`),
    navigates: true,
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

const actions: readonly Action[] = [
  {
    label: 'Check In…',
    keywords: 'checkin member door',
    Icon: HowToReg,
    feature: 'checkins',
    to: paths.dashboard,
    options: atQuickCheckin,
  },
  { label: 'New sale', keywords: 'sell till pos', Icon: PointOfSaleOutlined, feature: 'pos', to: paths.pos },
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
];

const usePages = () => {
  const { level, selected } = useLocationScope();
  const { can } = useAccess();
  const navigate = useNavigate();
  return menu
    .flat()
    .filter(({ slug }) => level === null || can(slug))
    .map(({ slug, label, icon: Icon, to }): Command => ({
      id: `page ${slug}`,
      group: 'Pages',
      label,
      icon: <Icon fontSize="small" />,
      run: () => void navigate(to(selected?.id)),
      navigates: true,
    }));
};

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
