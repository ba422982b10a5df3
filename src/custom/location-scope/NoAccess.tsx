import LockOutlined from '@mui/icons-material/LockOutlined';
import Button from '@mui/material/Button';
import { can, featureLabels, levelLabels, type Feature } from '#domain/rules/access.ts';
import { EmptyState } from '#src/custom/ui/EmptyState.tsx';
import { useLocationScope } from './useLocationScope.ts';
import { useSwitchLocation } from './useSwitchLocation.ts';

/** The page of a feature that this level may not use: which level, which location, and where it would be allowed. */
export const NoAccess = ({ feature }: { feature: Feature }) => {
  const { level, selected, locations } = useLocationScope();
  const switchTo = useSwitchLocation();
  const elsewhere = locations.filter((location) => location.id !== selected?.id && can(location.level, feature));
  const where = selected ? ` at ${selected.name}` : '';
  return (
    <EmptyState
      icon={<LockOutlined />}
      title={`${featureLabels[feature]} is not available`}
      text={
        (level
          ? `Your access level${where} is ${levelLabels[level]}, which cannot access ${featureLabels[feature]}. `
          : `You have no access level, so ${featureLabels[feature]} cannot be opened. `) +
        (elsewhere.length > 0
          ? 'It is available at another of your locations:'
          : 'It is not available at your other locations either. A company admin can change your access level.')
      }
    >
      {elsewhere.map((location) => (
        <Button key={location.id} variant="outlined" onClick={() => void switchTo(location.id)}>
          Switch to {location.name} ({levelLabels[location.level]})
        </Button>
      ))}
    </EmptyState>
  );
};
