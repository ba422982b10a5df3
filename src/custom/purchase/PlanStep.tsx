import Search from '@mui/icons-material/Search';
import {
  Alert,
  Box,
  Button,
  ButtonBase,
  DialogActions,
  DialogContent,
  InputAdornment,
  Link,
  TextField,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { hasWords } from '#domain/shared/textSearch.ts';
import { useAccess, useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { cardAvailability, useStripeConfig } from '#src/resources/invoices/payments/useStripeConfig.ts';
import { billingLabels, contractLabel, visitsLabel } from '#src/ui/labels.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import type { ListedMembership } from '#src/dataProvider/memberships.ts';
import { paths } from '#src/paths.ts';
import { NoPlans } from './NoPlans.tsx';
import { notConfigured, usePurchaseDialog } from './purchaseContext.tsx';
import { existingText, useExistingMemberships, type Plans } from './purchaseData.ts';

export const PlanStep = ({ plans, onChoose }: { plans: Plans; onChoose: (plan: ListedMembership) => void }) => {
  const { contact, close } = usePurchaseDialog();
  const { selected } = useLocationScope();
  const card = cardAvailability(useStripeConfig(selected?.companyId));
  const existing = useExistingMemberships(contact.id);
  // What is known of cards and of the contact stands around the plans, and would move them under somebody's hand.
  const isLoading = card.state === 'loading' || existing.isPending;
  return (
    <>
      <DialogContent dividers>
        {!isLoading && card.state === 'not configured' && <NoCards />}
        <QueryState
          query={isLoading ? { data: undefined } : plans}
          fallback="Failed to load memberships"
          isEmpty={(all) => all.length === 0}
          empty={<NoPlans />}
        >
          {(all) => <PlanChoice plans={all} existing={existing.data ?? []} onChoose={onChoose} />}
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

const NoCards = () => {
  const { can } = useAccess();
  return (
    <Alert severity="info" role="note" sx={{ mb: 2 }}>
      {notConfigured}. Cash and other payments are taken.{' '}
      {can('company') && (
        <Link component={RouterLink} to={paths.company.tab('stripe')} sx={{ color: 'inherit' }}>
          Set up Stripe
        </Link>
      )}
    </Alert>
  );
};

const PlanChoice = ({
  plans,
  existing,
  onChoose,
}: {
  plans: readonly ListedMembership[];
  existing: readonly ContactMembership[];
  onChoose: (plan: ListedMembership) => void;
}) => {
  const [search, setSearch] = useState('');
  const matching = matchingPlans(plans, search);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <TextField
        autoFocus
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        placeholder="Search memberships by name, description, or type..."
        slotProps={{
          // A phone has no room for all of it.
          htmlInput: { 'aria-label': 'Search memberships', type: 'search', style: { textOverflow: 'ellipsis' } },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Search fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      {matching.length === 0 && (
        <EmptyState heading="h2" title="No memberships found" text="No memberships match your search criteria." />
      )}
      <Box component="ul" aria-label="Memberships" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {matching.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            existing={existing.filter(({ membershipId }) => membershipId === plan.id)}
            onChoose={() => onChoose(plan)}
          />
        ))}
      </Box>
    </Box>
  );
};

interface PlanCardProps {
  plan: ListedMembership;
  existing: readonly ContactMembership[];
  onChoose: () => void;
}

const PlanCard = ({ plan, existing, onChoose }: PlanCardProps) => (
  <li>
    <ButtonBase
      onClick={onChoose}
      sx={{
        display: 'flex',
        gap: 2,
        width: '100%',
        p: 2,
        textAlign: 'left',
        border: 1,
        borderColor: 'divider',
        borderRadius: '12px',
        '@media (hover: hover)': { '&:hover': { borderColor: 'primary.main', bgcolor: 'primary.light' } },
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Typography variant="h3" component="span" sx={{ overflowWrap: 'anywhere' }}>
            {plan.name}
          </Typography>
          {existing.length > 0 && <StatusBadge severity="info" label={existingText(existing)} />}
        </Box>
        {plan.description && (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {plan.description}
          </Typography>
        )}
        <Typography variant="body2" color="textSecondary">
          {[contractLabel(plan), visitsLabel(plan), plan.location?.name ?? 'All locations'].filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      <Box className="tabular" sx={{ flexShrink: 0, textAlign: 'right' }}>
        <Box sx={{ fontWeight: 650, fontSize: '1.0625rem' }}>{formatMoney(plan.price)}</Box>
        <Typography variant="body2" color="textSecondary">
          {billingLabels[plan.billingFrequency]}
        </Typography>
      </Box>
    </ButtonBase>
  </li>
);

function matchingPlans(plans: readonly ListedMembership[], search: string): readonly ListedMembership[] {
  return plans.filter((plan) =>
    hasWords(
      [
        plan.name,
        plan.description,
        plan.type,
        plan.type.replaceAll('_', ' '),
        contractLabel(plan),
        visitsLabel(plan),
        billingLabels[plan.billingFrequency],
      ].join(' '),
      search,
    ),
  );
}
