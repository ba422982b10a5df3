import { Box } from '@mui/material';
import { useAccess, useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { useHasBeen } from '#src/ui/useHasBeen.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { RenewalsOnHold, useRenewalsOnHold } from './RenewalsOnHold.tsx';

/** Cards for owners and for those who collect money. They load after the front desk's cards and do not shift them. */
export const FurtherCards = () => {
  const { selected } = useLocationScope();
  const { may } = useAccess();
  // The notice would move the cards below it.
  const isNoticeKnown = useHasBeen(!useRenewalsOnHold().isLoading);
  if (!selected) return null;
  const style = isNoticeKnown ? undefined : hidden;
  return (
    <>
      <Box sx={noticePlace}>
        <RenewalsOnHold />
      </Box>
      {may('reports:read') && (
        <Box style={style} sx={todayPlace}>
          <LazyPart>
            <TodayCard locationId={selected.id} />
          </LazyPart>
        </Box>
      )}
      {may('attention:read') && (
        <Box className="attention" style={style} sx={attention}>
          <LazyPart fallback={<SkeletonBlock />}>
            <AttentionCard locationId={selected.id} timezone={selected.timezone} />
            <AtRiskCard locationId={selected.id} />
          </LazyPart>
        </Box>
      )}
    </>
  );
};

const hidden = { visibility: 'hidden' } as const;

const noticePlace = { order: 4, '&:empty': { display: 'none' } } as const;

/** Reserves the card's height, on a narrow phone with one more line. */
const todayPlace = {
  order: 4,
  display: 'grid',
  minHeight: { xs: 560, sm: 508 },
  '@media (max-width: 359.95px)': { minHeight: 576 },
} as const;

/** A card that is still read would move the card below it. */
const attention = {
  order: 5,
  display: 'grid',
  gap: 2.5,
  '& > :has(output[aria-label="Loading"]) ~ *': { visibility: 'hidden' },
} as const;

const TodayCard = lazyWithPreload('today', () => import('./TodayCard.tsx'), 'TodayCard');
const AtRiskCard = lazyWithPreload('attention', () => import('./AtRiskCard.tsx'), 'AtRiskCard');
const AttentionCard = lazyWithPreload('attention', () => import('./AttentionCard.tsx'), 'AttentionCard');
