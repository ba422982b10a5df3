import { levelLabels } from '#domain/shared/access.ts';
import type { UserStatus } from '#domain/users/users.ts';
import { mayInCompany } from '#src/authProvider/companyAccess.ts';
import { readSession } from '#src/authProvider/session.ts';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import type { Severity } from '#src/ui/statuses.ts';
import type { ListedUser } from '#src/dataProvider/users.ts';
import { paths } from '#src/paths.ts';

export const backToUsers = { to: paths.users.list, label: 'Back to Users' };

/** Props that the pages of a user share. A user is read and written within the selected location's company. */
export const userPageProps = (companyId: string) => ({
  resource: 'users',
  meta: { companyId },
  fallback: 'Couldn’t load user',
  errorText: (message: string) => `Couldn’t load user: ${message}`,
});

/** The signed-in user, and whether they manage the whole company or only some of its locations. */
export const getViewer = (companyId: string) => ({
  id: readSession()?.user.id,
  isCompanyAdmin: mayInCompany(companyId, 'users:disable'),
});

/** A location's admin may change neither themselves nor a company admin. */
export const mayChange = (viewer: ReturnType<typeof getViewer>, { id, role }: ListedUser) =>
  viewer.isCompanyAdmin || (role === 'staff' && id !== viewer.id);

const statuses: Record<UserStatus, { label: string; severity: Severity }> = {
  active: { label: 'Active', severity: 'success' },
  invited: { label: 'Invited', severity: 'info' },
  disabled: { label: 'Disabled', severity: 'neutral' },
};

export const statusChoices = [
  { value: '', label: 'All Statuses' },
  ...Object.entries(statuses).map(([value, { label }]) => ({ value, label })),
];

export const UserStatusBadge = ({ status }: { status: UserStatus }) => <StatusBadge {...statuses[status]} />;

/** Only company admins see this. */
export const secondFactorText = (has: boolean | undefined) => (has === undefined ? '—' : has ? 'On' : 'Off');

export const companyAdminLabel = 'Company admin';

/** 'Company admin', 'Manager at Denver', 'Manager at Denver and 2 more'. */
export const accessText = ({ role, locations: [first, ...others] }: Pick<ListedUser, 'role' | 'locations'>) => {
  if (role === 'admin') return companyAdminLabel;
  if (!first) return 'No access';
  return `${levelLabels[first.accessLevel]} at ${first.location.name}${others.length > 0 ? ` and ${others.length} more` : ''}`;
};
