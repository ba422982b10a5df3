import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import BusinessOutlined from '@mui/icons-material/BusinessOutlined';
import CardMembershipOutlined from '@mui/icons-material/CardMembershipOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import InsightsOutlined from '@mui/icons-material/InsightsOutlined';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import PeopleAltOutlined from '@mui/icons-material/PeopleAltOutlined';
import PointOfSaleOutlined from '@mui/icons-material/PointOfSaleOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import SellOutlined from '@mui/icons-material/SellOutlined';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import SpaceDashboardOutlined from '@mui/icons-material/SpaceDashboardOutlined';
import StoreOutlined from '@mui/icons-material/StoreOutlined';
import type { SvgIconComponent } from '@mui/icons-material';
import type { Feature } from '#domain/shared/access.ts';
import { featureLabels } from '#domain/shared/featureText.ts';
import { paths } from './paths.ts';

export interface MenuEntry {
  /** The first segment of the URL, the folder, and the access table's feature. */
  slug: Feature;
  label: string;
  icon: SvgIconComponent;
  to: (locationId: string | undefined) => string;
}

const entry = (slug: Feature, icon: SvgIconComponent, to: string | MenuEntry['to']): MenuEntry => ({
  slug,
  label: featureLabels[slug],
  icon,
  to: typeof to === 'string' ? () => to : to,
});

/** In the order of the sidebar. Each inner list is a group with a line above it. */
export const menu: readonly (readonly MenuEntry[])[] = [
  [
    entry('dashboard', SpaceDashboardOutlined, paths.dashboard),
    entry('contacts', PeopleAltOutlined, paths.contacts.list),
    entry('memberships', CardMembershipOutlined, paths.memberships.list),
    entry('sales-items', SellOutlined, paths.salesItems.list),
    entry('invoices', ReceiptLongOutlined, paths.invoices.list),
    entry('agreements', AssignmentOutlined, paths.agreements.list),
    entry('checkins', FactCheckOutlined, paths.checkins),
    entry('pos', PointOfSaleOutlined, paths.pos),
  ],
  [
    entry('reports', InsightsOutlined, paths.reports),
    entry('users', BadgeOutlined, paths.users.list),
    entry('access-control', KeyOutlined, paths.accessControl.home),
    entry('settings', SettingsOutlined, paths.settings.home),
  ],
  [
    entry('company', BusinessOutlined, paths.company.tab('info')),
    entry('location', StoreOutlined, (id) => (id ? paths.location.show(id) : paths.location.home)),
  ],
];
