import PrintOutlined from '@mui/icons-material/PrintOutlined';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import type { Drawer } from '#domain/drawers/contract.ts';
import { drawerStatusLabels } from '#domain/drawers/cashDrawer.ts';
import { History } from '#src/resources/activity/History.tsx';
import { CloseDrawerDialog } from './CloseDrawerDialog.tsx';
import { DrawerReport } from './DrawerReport.tsx';
import { drawerSeverities } from './drawerText.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { ShowPage } from '#src/ui/RecordPage.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import { paths } from '#src/paths.ts';

export const DrawerShow = () => (
  <RequireLocation feature="drawers" prompt="Select a location to view its cash drawers">
    <ShowPage<Drawer>
      resource="drawers"
      fallback="Couldn’t load the cash drawer"
      notFound={
        <EmptyState
          heading="h2"
          title="Cash drawer not found"
          text="It may belong to another location, or the address may be incomplete."
        />
      }
      renderHeader={(drawer) => <Header drawer={drawer} />}
    >
      {(drawer) => (
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          <DrawerReport drawer={drawer} />
          <History recordType="drawer" recordId={drawer.id} at={drawer} />
        </Box>
      )}
    </ShowPage>
  </RequireLocation>
);

const Header = ({ drawer }: { drawer: Drawer | undefined }) => {
  const { name } = useSelectedLocation();
  const [isClosing, setClosing] = useState(false);
  return (
    <>
      <PageHeader
        title={
          drawer
            ? `${drawer.closedAt ? 'End-of-day report (Z)' : 'Drawer so far (X report)'} · Drawer #${drawer.number}`
            : 'Cash Drawer'
        }
        subtitle={name}
        back={{ to: paths.drawers.list, label: 'Back to Cash Drawers' }}
        mark={
          drawer && <StatusBadge severity={drawerSeverities[drawer.status]} label={drawerStatusLabels[drawer.status]} />
        }
        actions={
          drawer && (
            <>
              <Button variant="outlined" startIcon={<PrintOutlined />} onClick={() => window.print()}>
                Print
              </Button>
              {!drawer.closedAt && (
                <Button variant="contained" onClick={() => setClosing(true)}>
                  Close Drawer
                </Button>
              )}
            </>
          )
        }
      />
      {isClosing && drawer && <CloseDrawerDialog drawer={drawer} onClose={() => setClosing(false)} />}
    </>
  );
};
