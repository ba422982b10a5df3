import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import type { ContactMembership } from '#domain/contract/contacts-memberships.ts';
import { billingLabels, contractLabel } from '#domain/rules/membershipPlan.ts';
import { formatMoney } from '#domain/rules/money.ts';
import { StatusBadge } from '#src/custom/ui/StatusBadge.tsx';
import type { MembershipRow } from '#src/dataProvider/memberships.ts';
import { heldText } from './heldText.ts';

interface PlanCardProps {
  plan: MembershipRow;
  /** What the contact still holds of it. */
  held: readonly ContactMembership[];
  onChoose: () => void;
}

/** A plan to choose: its name, terms and price, and whether the contact holds it already. */
export const PlanCard = ({ plan, held, onChoose }: PlanCardProps) => (
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
        '&:hover': { borderColor: 'primary.main', bgcolor: 'primary.light' },
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Typography variant="h3" component="span" sx={{ overflowWrap: 'anywhere' }}>
            {plan.name}
          </Typography>
          {held.length > 0 && <StatusBadge severity="info" label={heldText(held)} />}
        </Box>
        {plan.description && (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {plan.description}
          </Typography>
        )}
        <Typography variant="body2" color="textSecondary">
          {contractLabel(plan)} · {plan.location?.name ?? 'All locations'}
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
