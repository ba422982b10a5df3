import { Box, Typography } from '@mui/material';
import { shortDate } from '#domain/shared/dateText.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import type { Severity } from './statuses.ts';

/** An amount in dollars, '$1,234.50', with digits of equal width. */
export const MoneyField = ({
  amount,
  currency,
  severity,
}: {
  amount: number;
  currency?: string;
  severity?: Exclude<Severity, 'neutral'>;
}) => (
  <Box component="span" className="tabular" sx={severity ? { color: `${severity}.main`, fontWeight: 600 } : undefined}>
    {formatMoney(amount, currency?.toUpperCase())}
  </Box>
);

export const NameAndDescription = ({
  name,
  description,
}: {
  name: string;
  description?: string | null | undefined;
}) => (
  <Box component="span" sx={{ minWidth: 0 }}>
    <Box component="span" className="cut" sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere' }}>
      {name}
    </Box>{' '}
    {description && <SecondLine>{description}</SecondLine>}
  </Box>
);

/** Of a cell. In a table it is cut off where the column ends. */
export const SecondLine = ({ children }: { children: string }) => (
  <Typography
    component="span"
    className="cut"
    variant="body2"
    color="textSecondary"
    sx={{ display: 'block', overflowWrap: 'anywhere' }}
  >
    {children}
  </Typography>
);

/** A date in the short US format in the selected location's time zone, or 'Invalid Date'. */
export const DateField = ({
  value,
  format = shortDate,
}: {
  value: string | null | undefined;
  format?: typeof shortDate;
}) => {
  const { selected } = useLocationScope();
  return (
    <time dateTime={value ?? undefined} style={{ whiteSpace: 'nowrap' }}>
      {format(value, selected?.timezone ?? 'UTC')}
    </time>
  );
};

/** An email address that wraps before its @ when it does not fit. */
export const EmailText = ({ email }: { email: string }) => {
  const [name, ...host] = email.split('@');
  return (
    <>
      {name}
      {host.length > 0 && (
        <>
          <wbr />@{host.join('@')}
        </>
      )}
    </>
  );
};
