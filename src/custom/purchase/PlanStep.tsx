import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Notice } from '#src/custom/ui/Notice.tsx';
import { QueryState } from '#src/custom/ui/QueryState.tsx';
import type { MembershipRow } from '#src/dataProvider/memberships.ts';
import { PlanCard } from './PlanCard.tsx';
import { matchingPlans } from './planSearch.ts';
import { usePurchaseDialog } from './purchaseContext.ts';
import { useHeldMemberships } from './useHeldMemberships.ts';
import type { Plans } from './usePlans.ts';

/** The first step: which membership. */
export const PlanStep = ({ plans, onChoose }: { plans: Plans; onChoose: (plan: MembershipRow) => void }) => {
  const { close } = usePurchaseDialog();
  return (
    <>
      <DialogContent dividers>
        <QueryState
          query={plans}
          fallback="Failed to load memberships"
          isEmpty={(all) => all.length === 0}
          empty={<Notice heading="h2" title="No published memberships available" text="Publish and activate a membership to sell it here." />}
        >
          {(all) => <PlanChoice plans={all} onChoose={onChoose} />}
        </QueryState>
      </DialogContent>
      <DialogActions sx={{ pt: '16px !important' }}>
        <Button color="inherit" onClick={close}>
          Cancel
        </Button>
      </DialogActions>
    </>
  );
};

const PlanChoice = ({ plans, onChoose }: { plans: readonly MembershipRow[]; onChoose: (plan: MembershipRow) => void }) => {
  const [search, setSearch] = useState('');
  const { contact } = usePurchaseDialog();
  const { data: held } = useHeldMemberships(contact.id);
  const found = matchingPlans(plans, search);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <TextField
        autoFocus
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        placeholder="Search memberships by name, description, or type..."
        slotProps={{
          htmlInput: { 'aria-label': 'Search memberships', type: 'search' },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Search fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      {found.length === 0 && <Notice heading="h2" title="No memberships found" text="No memberships match your search criteria." />}
      <Box component="ul" aria-label="Memberships" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {found.map((plan) => (
          <PlanCard key={plan.id} plan={plan} held={held?.filter(({ membershipId }) => membershipId === plan.id) ?? []} onChoose={() => onChoose(plan)} />
        ))}
      </Box>
    </Box>
  );
};
