import { Box } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useAccess, useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { useHasBeen } from '#src/ui/useHasBeen.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { RenewalsOnHold, useRenewalsOnHold } from './RenewalsOnHold.tsx';

export const NoticePart = () => (
  <Box sx={noticePlace}>
    <RenewalsOnHold />
  </Box>
);

/** What waits for somebody, for those who may see it. It loads after the front desk's cards and does not shift them. */
export const AttentionPart = () => {
  const { selected } = useLocationScope();
  const { may } = useAccess();
  return (
    selected &&
    may('attention:read') && <AttentionPlace key={selected.id} locationId={selected.id} timezone={selected.timezone} />
  );
};

const AttentionPlace = (location: { locationId: string; timezone: string }) => {
  const style = useNoticeStyle();
  const card = useRef<HTMLDivElement>(null);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (card.current?.querySelector('output[aria-label="Loading"]')) setLate(true);
    }, lateAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Box ref={card} className={isLate ? 'attention late' : 'attention'} style={style} sx={attentionPlace}>
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
  const style = useNoticeStyle();
  return (
    selected &&
    may('reports:read') && (
      <Box style={style} sx={todayPlace}>
        <LazyPart>
          <TodayCard locationId={selected.id} />
        </LazyPart>
      </Box>
    )
  );
};

export const AtRiskPart = () => {
  const { selected } = useLocationScope();
  const { may } = useAccess();
  const style = useNoticeStyle();
  return (
    selected &&
    may('attention:read') && (
      <Box className="at-risk" style={style} sx={atRiskPlace}>
        <LazyPart fallback={<SkeletonBlock />}>
          <AtRiskCard locationId={selected.id} />
        </LazyPart>
      </Box>
    )
  );
};

/** The notice would move the cards below it. */
function useNoticeStyle() {
  const isNoticeKnown = useHasBeen(!useRenewalsOnHold().isLoading);
  return isNoticeKnown ? undefined : hidden;
}

const hidden = { visibility: 'hidden' } as const;

const noticePlace = { '&:empty': { display: 'none' } } as const;

/** What is below the card waits for it this long. Then it is shown, and the height of the card's rows is reserved. */
const lateAfterMs = 1_000;
const attentionPlace = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '&.late': { minHeight: { xs: 336, sm: 442, lg: 468 } },
} as const;

/** Reserves the card's height, on a narrow phone with one more line. */
const todayPlace = {
  order: { xs: 2, lg: 0 },
  display: 'grid',
  minHeight: { xs: 560, sm: 508 },
  '@media (max-width: 359.95px)': { minHeight: 576 },
} as const;

const atRiskPlace = { order: { xs: 3, lg: 0 } } as const;

const TodayCard = lazyWithPreload('today', () => import('./TodayCard.tsx'), 'TodayCard');
const AtRiskCard = lazyWithPreload('attention', () => import('./AtRiskCard.tsx'), 'AtRiskCard');
const AttentionCard = lazyWithPreload('attention', () => import('./AttentionCard.tsx'), 'AttentionCard');
