import Add from '@mui/icons-material/Add';
import Check from '@mui/icons-material/Check';
import LocationOnOutlined from '@mui/icons-material/LocationOnOutlined';
import UnfoldMore from '@mui/icons-material/UnfoldMore';
import { Box, Button, Divider, ListItemIcon, Menu, MenuItem, Typography } from '@mui/material';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { levelLabels } from '#domain/shared/access.ts';
import { companiesFor } from '#src/authProvider/companyAccess.ts';
import { useLocationScope, useSwitchLocation } from '#src/location-scope/useLocationScope.ts';
import type { LocationRecord } from '#src/dataProvider/location.ts';
import { paths } from '#src/paths.ts';

export const LocationSelector = () => {
  const { locations, selected, error, isPending, refetch } = useLocationScope();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const switchTo = useSwitchLocation();
  if (error && !selected) {
    return (
      <Box role="alert" sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'error.main', fontWeight: 600 }}>
        Error loading locations
        <Button size="small" color="inherit" onClick={refetch}>
          Retry
        </Button>
      </Box>
    );
  }
  const mayAdd = companiesFor('locations:create').length > 0;
  const text = isPending ? 'Loading...' : (selected?.name ?? 'Select a Location');
  return (
    <>
      <Button
        variant="outlined"
        disabled={isPending || (locations.length === 0 && !mayAdd)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={selected && !isPending ? `Location: ${selected.name}` : text}
        onClick={(event) => setAnchor(event.currentTarget)}
        startIcon={<LocationOnOutlined />}
        endIcon={!isPending && <UnfoldMore />}
        sx={{
          minWidth: 0,
          maxWidth: { xs: '58vw', sm: 340 },
          borderColor: 'divider',
          '& .MuiButton-icon': { color: 'text.secondary' },
        }}
      >
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {text}
        </Box>
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{
          list: { 'aria-label': 'Locations' },
          paper: { sx: { width: 340, maxWidth: 'calc(100vw - 24px)' } },
        }}
      >
        {locations.map((location) => (
          <MenuItem
            key={location.id}
            role="menuitemradio"
            aria-checked={location.id === selected?.id}
            selected={location.id === selected?.id}
            onClick={() => {
              setAnchor(null);
              void switchTo(location.id);
            }}
          >
            <Entry location={location} />
            {location.id === selected?.id && <Check fontSize="small" aria-hidden="true" color="primary" />}
          </MenuItem>
        ))}
        {mayAdd && locations.length > 0 && <Divider />}
        {mayAdd && (
          <MenuItem component={Link} to={paths.location.add} onClick={() => setAnchor(null)}>
            <ListItemIcon>
              <Add fontSize="small" />
            </ListItemIcon>
            Add Location
          </MenuItem>
        )}
      </Menu>
    </>
  );
};

const Entry = ({ location }: { location: LocationRecord }) => (
  <Box sx={{ flex: 1, minWidth: 0, py: 0.25, whiteSpace: 'normal' }}>
    <Box sx={{ fontWeight: 600 }}>{location.name}</Box>
    <Typography variant="caption" color="textSecondary" component="div">
      {location.company.name} · {levelLabels[location.level]}
    </Typography>
    <Typography variant="caption" color="textSecondary" component="div">
      {[location.city, location.state].filter(Boolean).join(', ')}
    </Typography>
  </Box>
);
