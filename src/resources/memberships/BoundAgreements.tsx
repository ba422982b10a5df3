import Link from '@mui/material/Link';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { can } from '#domain/rules/access.ts';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import { Section } from '#src/custom/ui/Section.tsx';
import type { MembershipRecord } from '#src/dataProvider/memberships.ts';
import { paths } from '#src/paths.ts';

/** The agreements that go with a plan; links for a level that may open them. */
export const BoundAgreements = ({ agreements }: Pick<MembershipRecord, 'agreements'>) => {
  const { level } = useLocationScope();
  const mayOpen = level !== null && can(level, 'agreements');
  return (
    <Section title="Agreements">
      {agreements.length === 0 && <Typography color="textSecondary">No agreements are bound to this membership.</Typography>}
      {agreements.length > 0 && (
        <List disablePadding aria-label="Agreements" sx={{ '& > li:first-of-type': { pt: 0 }, '& > li:last-of-type': { pb: 0 } }}>
          {agreements.map(({ id, name, description }, index) => (
            <ListItem key={id} disableGutters divider={index < agreements.length - 1}>
              <ListItemText
                primary={
                  mayOpen ? (
                    <Link component={RouterLink} to={paths.agreements.show(id)}>
                      {name}
                    </Link>
                  ) : (
                    name
                  )
                }
                secondary={description}
              />
            </ListItem>
          ))}
        </List>
      )}
    </Section>
  );
};
