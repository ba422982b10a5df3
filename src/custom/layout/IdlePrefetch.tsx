import { useIsFetching } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { preloadWhenIdle, whenIdle } from '#src/lazyWithPreload.tsx';

interface RehearsalProps {
  onEnd: () => void;
}

const ListRehearsal = lazy<ComponentType<RehearsalProps>>(() =>
  import('#src/custom/ui/ListRehearsal.tsx').then(
    (module) => ({ default: module.ListRehearsal }),
    () => ({ default: NoRehearsal }),
  ),
);

/** What is done ahead once the first screen has all it shows and nobody waits: a list is rehearsed, then all screens are fetched. */
export const IdlePrefetch = () => {
  const [step, setStep] = useState<'waiting' | 'rehearsing' | 'fetching'>('waiting');
  const isScreenWaiting = useIsFetching() > 0;
  useEffect(() => {
    if (step === 'waiting' && !isScreenWaiting) return whenIdle(() => setStep('rehearsing'));
    return step === 'fetching' ? preloadWhenIdle() : undefined;
  }, [step, isScreenWaiting]);
  return (
    step === 'rehearsing' && (
      <Suspense fallback={null}>
        <ListRehearsal onEnd={() => setStep('fetching')} />
      </Suspense>
    )
  );
};

/** Its chunk did not come; whatever the reason is shows where it matters. */
const NoRehearsal = ({ onEnd }: RehearsalProps) => {
  useEffect(onEnd, [onEnd]);
  return null;
};
