import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import Link from '@mui/icons-material/Link';
import {
  Box,
  Button,
  DialogActions,
  DialogContent,
  IconButton,
  List,
  ListItem,
  ListItemButton,
  ListItemText,
  TextField,
  Typography,
} from '@mui/material';
import { useState, type FormEvent } from 'react';
import { useNotify } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { nameMaxLength } from '#domain/shared/limits.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { removeView, savedViews, saveView, toView } from './savedViewsStore.ts';

export const SavedViewsDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const notify = useNotify();
  const [views, setViews] = useState(() => savedViews(pathname));
  const [name, setName] = useState('');
  const current = toView(search);
  const copyLink = useCopyLink(pathname, current);

  const save = (event: FormEvent) => {
    event.preventDefault();
    // The dialog is rendered inside the page's tree, but its form is not part of the page's.
    event.stopPropagation();
    if (name.trim() === '') return;
    saveView(pathname, { name: name.trim(), search: current });
    setName('');
    onClose();
    notify('View saved', { type: 'success' });
  };
  const remove = (removed: string) => {
    removeView(pathname, removed);
    setViews(savedViews(pathname));
  };
  return (
    <TitledDialog
      open={isOpen}
      title="Saved views"
      onClose={onClose}
      maxWidth="xs"
      slotProps={{ transition: { onEnter: () => setViews(savedViews(pathname)) } }}
    >
      <DialogContent>
        {views.length === 0 && (
          <Typography color="textSecondary">
            Search, filter and sort the list, then save it here under a name. Views are kept on this device.
          </Typography>
        )}
        <List disablePadding sx={{ mx: -1 }}>
          {views.map((view) => (
            <ListItem
              key={view.name}
              disablePadding
              secondaryAction={
                <IconButton edge="end" aria-label={`Delete ${view.name}`} onClick={() => remove(view.name)}>
                  <DeleteOutline fontSize="small" />
                </IconButton>
              }
            >
              <ListItemButton
                selected={view.search === current}
                sx={{ borderRadius: 1, px: 1 }}
                onClick={() => {
                  onClose();
                  void navigate(pathname + view.search);
                }}
              >
                <ListItemText primary={view.name} slotProps={{ primary: { sx: { overflowWrap: 'anywhere' } } }} />
              </ListItemButton>
            </ListItem>
          ))}
        </List>
        <Box component="form" onSubmit={save} sx={{ display: 'flex', alignItems: 'flex-end', gap: 1, mt: 2 }}>
          <TextField
            label="View name"
            value={name}
            onChange={(event) => setName(event.target.value)}
            autoFocus
            slotProps={{ htmlInput: { maxLength: nameMaxLength, autoComplete: 'off' } }}
          />
          <Button type="submit" variant="contained" disabled={name.trim() === ''} sx={{ flexShrink: 0 }}>
            Save view
          </Button>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button startIcon={<Link />} onClick={() => void copyLink()} sx={{ mr: 'auto' }}>
          Copy link
        </Button>
        <Button color="inherit" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </TitledDialog>
  );
};

/** Copies the view's URL. It names the location, so it shows everyone with access the same list. */
const useCopyLink = (path: string, view: string) => {
  const { id } = useSelectedLocation();
  const notify = useNotify();
  return async () => {
    const parameters = new URLSearchParams(view);
    parameters.set('locationId', id);
    const link = `${window.location.origin}${path}?${parameters.toString()}`;
    try {
      await navigator.clipboard.writeText(link);
      notify('Link copied', { type: 'success' });
    } catch {
      // Without https, or if the browser refuses, the link is shown so that it can be copied by hand.
      notify(link, { type: 'info', autoHideDuration: null });
    }
  };
};
