import Add from '@mui/icons-material/Add';
import { Alert, Box, Button, Link as MuiLink, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { HttpError, useNotify } from 'react-admin';
import { Link } from 'react-router-dom';
import type { LocationInUse } from '#domain/locations/contract.ts';
import { mayInCompany } from '#src/authProvider/companyAccess.ts';
import { NameInCard } from '#src/ui/lists/NameInCard.tsx';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { locationsAllowing, useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { pluralize } from '#src/ui/labels.ts';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { ActiveStatus } from '#src/ui/StatusBadge.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { locationActions, type CompanyLocationRow } from '#src/dataProvider/location.ts';
import { paths } from '#src/paths.ts';

export const CompanyLocations = ({ companyId }: { companyId: string }) => {
  const locations = useQuery({
    queryKey: ['company-locations', companyId],
    queryFn: ({ signal }) => locationActions.companyLocations(companyId, signal),
  });
  const { archive, refused, dialog } = useArchive();
  const mayAdd = mayInCompany(companyId, 'locations:create');
  const mayArchive = mayInCompany(companyId, 'locations:delete');
  return (
    <Section
      title="Locations"
      isFlush
      actions={
        mayAdd && (
          <Button component={Link} to={paths.location.add} variant="outlined" startIcon={<Add />}>
            Add Location
          </Button>
        )
      }
    >
      {refused && <InUse {...refused} />}
      <QueryState
        query={locations}
        fallback="Couldn’t load locations"
        isEmpty={(rows) => rows.length === 0}
        empty={
          <Typography color="textSecondary" sx={{ px: 2, pb: 2.5 }}>
            No locations yet.
          </Typography>
        }
      >
        {(rows) => (
          <StaticTable
            label="Locations"
            columns={mayArchive ? [...columns, archiveColumn(archive)] : columns}
            rows={rows}
          />
        )}
      </QueryState>
      {dialog}
    </Section>
  );
};

const columns: readonly Column<CompanyLocationRow>[] = [
  {
    label: 'Location',
    cell: (location) => (
      <NameInCard
        name={<LocationName {...location} />}
        cardLine={[cityText(location), pluralize(location.members, 'member'), !location.isActive && 'Inactive']
          .filter(Boolean)
          .join(' · ')}
      />
    ),
  },
  { label: 'City', inCard: 'none', cell: (location) => cityText(location) || '—' },
  { label: 'Status', inCard: 'none', cell: ({ isActive }) => <ActiveStatus isActive={isActive} /> },
  { label: 'Members', align: 'right', inCard: 'none', cell: ({ members }) => members.toLocaleString('en-US') },
];

const cityText = ({ city, state }: CompanyLocationRow) => [city, state].filter(Boolean).join(', ');

const archiveColumn = (archive: (location: CompanyLocationRow) => void): Column<CompanyLocationRow> => ({
  label: 'Actions',
  align: 'right',
  inCard: 'end',
  cell: (location) => (
    <Button size="small" color="inherit" aria-label={`Archive ${location.name}`} onClick={() => archive(location)}>
      Archive
    </Button>
  ),
});

/** A link for those who may open the location: an admin at one location can be an operator at another. */
const LocationName = ({ id, name }: CompanyLocationRow) => {
  const { locations } = useLocationScope();
  const sx = { fontWeight: 600, overflowWrap: 'anywhere' } as const;
  if (!locationsAllowing(locations, 'location').some((location) => location.id === id))
    return (
      <Box component="span" sx={sx}>
        {name}
      </Box>
    );
  return (
    <MuiLink component={Link} to={paths.location.show(id)} sx={{ ...sx, ...tall }}>
      {name}
    </MuiLink>
  );
};

/** A finger presses the line below the name, too. */
const tall = {
  position: 'relative',
  '@media (pointer: coarse)': { '&::after': { content: '""', position: 'absolute', inset: '-6px 0 -22px' } },
} as const;

interface Refused {
  location: CompanyLocationRow;
  message: string;
  uses: Partial<LocationInUse>;
}

/** Archives a location after asking. While it is in use, the server refuses and says by what. */
const useArchive = () => {
  const notify = useNotify();
  const { confirm, dialog } = useConfirm();
  const [refused, setRefused] = useState<Refused>();
  const ask = async (location: CompanyLocationRow) => {
    setRefused(undefined);
    if (!(await confirm({ ...question, title: `Archive ${location.name}?` }))) return;
    try {
      await locationActions.archiveLocation(location.id);
      notify(`${location.name} was archived`, { type: 'success' });
    } catch (error) {
      const message = messageFrom(error, 'The location was not archived');
      if (error instanceof HttpError && error.status === 409) setRefused({ location, message, uses: error.body ?? {} });
      else notify(message, { type: 'error' });
    }
  };
  return { archive: (location: CompanyLocationRow) => void ask(location), refused, dialog };
};

const question = {
  text: 'Nobody will be able to work there, and memberships that are sold there stop renewing. Its invoices and check-ins are kept.',
  confirmLabel: 'Archive',
  isDangerous: true,
};

const InUse = ({ location, message, uses }: Refused) => {
  const { select } = useLocationScope();
  const { contacts = 0, invoices = 0, drawers = 0, parkedSales = 0 } = uses;
  const links = [
    {
      to: paths.contacts.list,
      count: contacts,
      label: contacts === 1 ? 'Show 1 contact' : `Show ${contacts.toLocaleString('en-US')} contacts`,
    },
    {
      to: paths.invoices.list,
      count: invoices,
      label: invoices === 1 ? 'Show 1 invoice' : `Show ${invoices.toLocaleString('en-US')} invoices`,
    },
    { to: paths.pos, count: drawers + parkedSales, label: 'Open Point of Sale' },
  ];
  return (
    <Alert severity="warning" sx={{ mx: 2, mb: 2 }}>
      {location.name}: {message}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1, ml: -0.5, '&:empty': { display: 'none' } }}>
        {links.map(
          ({ to, count, label }) =>
            count > 0 && (
              <Button
                key={label}
                component={Link}
                to={to}
                color="inherit"
                size="small"
                onClick={() => void select(location.id)}
              >
                {label}
              </Button>
            ),
        )}
      </Box>
    </Alert>
  );
};
