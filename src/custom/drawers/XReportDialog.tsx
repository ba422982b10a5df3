import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useGetOne } from 'react-admin';
import type { Drawer, ListedDrawer } from '#domain/contract/drawers.ts';
import { QueryState } from '#src/custom/ui/QueryState.tsx';
import { DrawerReport } from './DrawerReport.tsx';

/** What was sold and paid since the drawer was opened, as of now. Reading it changes nothing. */
export const XReportDialog = ({ drawer, onClose }: { drawer: ListedDrawer; onClose: () => void }) => {
  const id = useId();
  const { data, error, refetch } = useGetOne<Drawer>('drawers', { id: drawer.id }, { refetchOnMount: 'always' });
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>X Report · Drawer #{drawer.number}</DialogTitle>
      {/* It has nothing else to focus, and is scrolled by the keyboard. */}
      <DialogContent tabIndex={0} role="region" aria-labelledby={id}>
        <QueryState query={{ data, error, refetch }} fallback="Failed to fetch the report">
          {(report) => <DrawerReport drawer={report} />}
        </QueryState>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} variant="contained" autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
};
