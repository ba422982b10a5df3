import { Box } from '@mui/material';
import { useAccess, useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { RenewalsOnHold } from './RenewalsOnHold.tsx';
import { useLateCard } from './useLateness.ts';

export const NoticePart = () => (
  <Box className="notice" sx={noticePlace}>
    <RenewalsOnHold />
  </Box>
);

/** What waits for somebody, for those who may see it. It loads after the front desk's cards and does not shift them. */
export const AttentionPart = () => {
  const { selected } = useLocationScope();
  const { may } = useAccess();
  return selected && may('attention:read') && <AttentionPlace locationId={selected.id} timezone={selected.timezone} />;
};

const AttentionPlace = (location: { locationId: string; timezone: string }) => {
  const { card, lateness } = useLateCard();
  return (
    <Box ref={card} className={`attention ${lateness}`} sx={attentionPlace}>
      <LazyPart fallback={<SkeletonBlock />}>
        <AttentionCard {...location} />
      </LazyPart>
    </Box>
  );
};

/** The day's money for owners. */
export const TodayPart = () => {
  const { selected } = useLocationScope();
  const { may } = useAccess();
  return (
    selected &&
    may('reports:read') && (
      <Box sx={todayPlace}>
        <LazyPart>
          <TodayCard locationId={selected.id} />
        </LazyPart>
      </Box>
    )
  );
};

export const AtRiskPart = ({ onLate }: { onLate?: () => void }) => {
  const { selected } = useLocationScope();
  const { may } = useAccess();
  const { card, lateness } = useLateCard(onLate);
  return (
    selected &&
    may('attention:read') && (
      <Box ref={card} className={`at-risk ${lateness}`}>
        <LazyPart fallback={<SkeletonBlock />}>
          <AtRiskCard locationId={selected.id} />
        </LazyPart>
      </Box>
    )
  );
};

/** In columns, across them. */
const noticePlace = { gridColumn: { lg: '1 / -1' }, '&:empty': { display: 'none' } } as const;

/** While it is late, the height of its rows is reserved. */
const attentionPlace = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '&.late': { minHeight: { xs: 336, sm: 442, lg: 468 } },
} as const;

/** Reserves the card's height, on a narrow phone with one more line. */
const todayPlace = {
  display: 'grid',
  minHeight: { xs: 560, sm: 508 },
  '@media (max-width: 359.95px)': { minHeight: 576 },
} as const;

const TodayCard = lazyWithPreload('today', () => import('./TodayCard.tsx'), 'TodayCard');
const AtRiskCard = lazyWithPreload('attention', () => import('./AtRiskCard.tsx'), 'AtRiskCard');
const AttentionCard = lazyWithPreload('attention', () => import('./AttentionCard.tsx'), 'AttentionCard');
