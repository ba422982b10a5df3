import { RequireLocation } from '#src/custom/location-scope/RequireLocation.tsx';
import { TillContext } from './tillContext.ts';
import { TillScreen } from './TillScreen.tsx';
import { useTillState } from './useTillState.ts';

export const PosPage = () => (
  <RequireLocation feature="pos" prompt="Select a location to use the point of sale">
    <Till />
  </RequireLocation>
);

const Till = () => (
  <TillContext value={useTillState()}>
    <TillScreen />
  </TillContext>
);
