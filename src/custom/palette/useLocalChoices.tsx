import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import HowToReg from '@mui/icons-material/HowToReg';
import LocationOnOutlined from '@mui/icons-material/LocationOnOutlined';
import LogoutOutlined from '@mui/icons-material/LogoutOutlined';
import PersonAddAlt from '@mui/icons-material/PersonAddAlt';
import PointOfSaleOutlined from '@mui/icons-material/PointOfSaleOutlined';
import PostAdd from '@mui/icons-material/PostAdd';
import SellOutlined from '@mui/icons-material/SellOutlined';
import type { SvgIconComponent } from '@mui/icons-material';
import { useColorScheme } from '@mui/material/styles';
import { useNavigate } from 'react-router-dom';
import { can, levelLabels, type Feature } from '#domain/rules/access.ts';
import { themes } from '#src/custom/layout/themes.ts';
import { useLocationScope, useSwitchLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { atQuickCheckin } from '#src/navigationState.ts';
import { useSignOut } from '#src/custom/ui/useSignOut.ts';
import { menu } from '#src/menu.ts';
import { paths } from '#src/paths.ts';
import type { Choice } from './choice.ts';
import { matchesWords } from './matchesWords.ts';

/** What needs no search at the server: all of it, or what the text finds. */
export const useLocalChoices = (text: string): Choice[] => {
  const all = [...useActions(), ...usePages(), ...useLocations(), ...useAccount()];
  return all.filter(({ label, words = '' }) => matchesWords(`${label} ${words}`, text));
};

/** What the level may do at the selected location. */
const useActions = () => {
  const { level, selected } = useLocationScope();
  const navigate = useNavigate();
  return actions
    .filter(({ feature }) => selected && level && can(level, feature))
    .map(({ label, words, Icon, to, options }): Choice => ({
      id: `action ${label}`,
      group: 'Actions',
      label,
      words,
      icon: <Icon fontSize="small" />,
      run: () => void navigate(to, options?.()),
      leadsAway: options === undefined,
    }));
};

interface Action {
  label: string;
  words: string;
  Icon: SvgIconComponent;
  feature: Feature;
  to: string;
  options?: () => { state: object };
}

const actions: readonly Action[] = [
  { label: 'Check In…', words: 'checkin member door', Icon: HowToReg, feature: 'checkins', to: paths.dashboard, options: atQuickCheckin },
  { label: 'New Sale', words: 'sell till pos', Icon: PointOfSaleOutlined, feature: 'pos', to: paths.pos },
  { label: 'Add Contact', words: 'new member customer', Icon: PersonAddAlt, feature: 'contacts', to: paths.contacts.add },
  { label: 'Add Membership', words: 'new plan', Icon: PostAdd, feature: 'memberships', to: paths.memberships.add },
  { label: 'Add Sales Item', words: 'new product', Icon: SellOutlined, feature: 'sales-items', to: paths.salesItems.add },
  { label: 'Add Agreement', words: 'new document', Icon: DescriptionOutlined, feature: 'agreements', to: paths.agreements.add },
];

/** The menu's entries that are not locked. */
const usePages = () => {
  const { level, selected } = useLocationScope();
  const navigate = useNavigate();
  return menu
    .flat()
    .filter(({ slug }) => level === null || can(level, slug))
    .map(({ slug, label, icon: Icon, to }): Choice => ({
      id: `page ${slug}`,
      group: 'Pages',
      label,
      icon: <Icon fontSize="small" />,
      run: () => void navigate(to(selected?.id)),
      leadsAway: true,
    }));
};

const useLocations = () => {
  const { locations, selected } = useLocationScope();
  const switchTo = useSwitchLocation();
  return locations
    .filter(({ id }) => id !== selected?.id)
    .map(({ id, name, company, level }): Choice => ({
      id: `location ${id}`,
      group: 'Locations',
      label: `Switch location to ${name}`,
      about: `${company.name} · ${levelLabels[level]}`,
      icon: <LocationOnOutlined fontSize="small" />,
      run: () => void switchTo(id),
    }));
};

const useAccount = () => {
  const { mode, setMode } = useColorScheme();
  const signOut = useSignOut();
  const choices: Choice[] = themes
    .filter(({ value }) => value !== mode)
    .map(({ value, label, Icon }) => ({
      id: `theme ${value}`,
      group: 'Account',
      label,
      words: 'mode colours',
      icon: <Icon fontSize="small" />,
      run: () => setMode(value),
    }));
  return [
    ...choices,
    {
      id: 'sign out',
      group: 'Account',
      label: 'Sign Out',
      words: 'log out logout',
      icon: <LogoutOutlined fontSize="small" />,
      run: signOut,
    } satisfies Choice,
  ];
};
