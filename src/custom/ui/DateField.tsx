import { shortDate } from '#domain/rules/dateText.ts';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';

/** A date in the short US format, by the clocks of the selected location; 'Invalid Date' when it is none. */
export const DateField = ({ value, format = shortDate }: { value: string | null | undefined; format?: typeof shortDate }) => {
  const { selected } = useLocationScope();
  return (
    <time dateTime={value ?? undefined} style={{ whiteSpace: 'nowrap' }}>
      {format(value, selected?.timezone ?? 'UTC')}
    </time>
  );
};
