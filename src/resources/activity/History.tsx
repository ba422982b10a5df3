import ExpandMore from '@mui/icons-material/ExpandMore';
import { Accordion, AccordionDetails, AccordionSummary, Typography } from '@mui/material';
import type { RecordType } from '#domain/activity/contract.ts';
import { mayInCompany } from '#src/authProvider/companyAccess.ts';
import { useMayAt, type RecordPlace } from '#src/location-scope/useLocationScope.ts';
import { HistoryEntries } from './HistoryEntries.tsx';

export interface HistoryProps {
  recordType: RecordType;
  recordId: string;
}

/** Shown to levels that may read it at the record's location. Collapsed at first; loads when opened. */
export const History = ({ at, ...record }: HistoryProps & { at: RecordPlace }) => {
  const mayReadThere = useMayAt(at, 'activity:history');
  if (!mayReadThere && !mayInCompany(at.companyId, 'activity:read-company')) return null;
  return (
    <Accordion
      variant="outlined"
      disableGutters
      slotProps={{ heading: { component: 'h2' }, transition: { unmountOnExit: true } }}
      sx={{ borderRadius: '12px !important', displayPrint: 'none', '&::before': { display: 'none' } }}
    >
      <AccordionSummary expandIcon={<ExpandMore />} sx={{ px: 2, borderRadius: '12px' }}>
        <Typography variant="h2" component="span">
          History
        </Typography>
      </AccordionSummary>
      <AccordionDetails sx={{ p: 0 }}>
        <HistoryEntries {...record} />
      </AccordionDetails>
    </Accordion>
  );
};
