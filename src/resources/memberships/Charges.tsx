import Typography from '@mui/material/Typography';
import { ScreenState } from '#src/custom/ui/ScreenState.tsx';
import { Section } from '#src/custom/ui/Section.tsx';
import type { MembershipRecord } from '#src/dataProvider/memberships.ts';
import { ChargeRow } from './ChargeRow.tsx';
import { useCharges } from './useCharges.ts';

/** The sales items that are charged with a plan; each can be made optional or taken away. */
export const Charges = ({ plan }: { plan: MembershipRecord }) => (
  <Section title="Additional Charges" text="Required ones are charged with every purchase of this membership.">
    <ScreenState
      query={useCharges(plan.id)}
      fallback="Failed to fetch membership sales items"
      isEmpty={(charges) => charges.length === 0}
      empty={<Typography color="textSecondary">No additional charges.</Typography>}
    >
      {(charges) => charges.map((charge) => <ChargeRow key={charge.id} charge={charge} />)}
    </ScreenState>
  </Section>
);
