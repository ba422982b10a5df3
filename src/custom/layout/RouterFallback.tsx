import Button from '@mui/material/Button';
import ReportProblemOutlined from '@mui/icons-material/ReportProblemOutlined';
import { EmptyState } from '#src/custom/ui/EmptyState.tsx';
import { paths } from '#src/paths.ts';

/** What the router shows when nothing else can. Both ways out load the page anew, whatever state it is in. */
export const RouterFallback = ({ reason = 'Something in this page failed. Nothing you saved is lost.' }: { reason?: string }) => (
  <EmptyState icon={<ReportProblemOutlined />} title="Unexpected Application Error!" text={reason}>
    <Button variant="contained" href={paths.dashboard}>
      Go to Dashboard
    </Button>
    <Button variant="outlined" onClick={() => window.location.reload()}>
      Reload
    </Button>
  </EmptyState>
);
