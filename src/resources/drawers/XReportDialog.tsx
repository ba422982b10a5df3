import { Button, DialogActions, DialogContent } from '@mui/material';
import { useGetOne } from 'react-admin';
import type { Drawer, ListedDrawer } from '#domain/drawers/contract.ts';
import { QueryState } from '#src/ui/QueryState.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { DrawerReport } from './DrawerReport.tsx';

/** What was sold and paid since the drawer was opened, as of now. Reading it changes nothing. */
export const XReportDialog = ({ drawer, onClose }: { drawer: ListedDrawer; onClose: () => void }) => {
  const title = `Drawer so far (X report) · Drawer #${drawer.number}`;
  const { data, error, refetch } = useGetOne<Drawer>('drawers', { id: drawer.id }, { refetchOnMount: 'always' });
  return (
    <TitledDialog title={title} onClose={onClose}>
      {/* Focusable, so that the keyboard can scroll it. */}
      <DialogContent tabIndex={0} role="region" aria-label={title}>
        <QueryState
          query={{ data, error, refetch }}
          fallback="Couldn’t load the report"
          // As high as the window, so that the button below does not move.
          loading={<SkeletonBlock lines={40} />}
        >
          {(report) => <DrawerReport drawer={report} />}
        </QueryState>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} variant="contained" autoFocus>
          Close
        </Button>
      </DialogActions>
    </TitledDialog>
  );
};
