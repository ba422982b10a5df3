import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Fee } from '#domain/contract/location-fees.ts';
import type { Column } from '#src/custom/lists/tableStyles.ts';
import { StaticTable } from '#src/custom/lists/StaticTable.tsx';
import { Section } from '#src/custom/ui/Section.tsx';
import { StatusBadge } from '#src/custom/ui/StatusBadge.tsx';
import type { LocationWithFees } from '#src/dataProvider/location.ts';
import { FeeActions } from './FeeActions.tsx';
import { FeeDialog } from './FeeDialog.tsx';
import { FeeName } from './FeeName.tsx';
import { feeAmountText, feeTypeLabel } from './feeText.ts';

/** What a location charges on top of a membership's price. */
export const Fees = ({ location: { id, fees } }: { location: LocationWithFees }) => {
  const [open, setOpen] = useState<{ fee?: Fee }>();
  return (
    <Section
      title="Fees"
      text="Added to memberships sold at this location while they are active"
      isFlush
      actions={
        <Button variant="outlined" startIcon={<Add />} onClick={() => setOpen({})}>
          Add Fee
        </Button>
      }
    >
      {fees.length > 0 ? (
        <StaticTable label="Fees" columns={columns(id, (fee) => setOpen({ fee }))} rows={fees} />
      ) : (
        <Typography color="textSecondary" sx={{ px: { xs: 2, md: 2.5 }, pb: 2.5 }}>
          No fees configured for this location.
        </Typography>
      )}
      {open && <FeeDialog locationId={id} fee={open.fee} onClose={() => setOpen(undefined)} />}
    </Section>
  );
};

const columns = (locationId: string, onEdit: (fee: Fee) => void): readonly Column<Fee>[] => [
  { label: 'Fee', cell: (fee) => <FeeName fee={fee} /> },
  { label: 'Type', cell: ({ type }) => feeTypeLabel(type) },
  { label: 'Amount', align: 'right', cell: feeAmountText },
  {
    label: 'Status',
    cell: ({ isActive }) => <StatusBadge severity={isActive ? 'success' : 'neutral'} label={isActive ? 'Active' : 'Inactive'} />,
  },
  { label: 'Actions', align: 'right', cell: (fee) => <FeeActions locationId={locationId} fee={fee} onEdit={onEdit} /> },
];
