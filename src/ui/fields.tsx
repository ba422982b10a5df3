import { isOutstanding } from '#domain/invoices/collecting.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { severityColor, type Severity } from './statuses.ts';

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
  <span className="tabular" style={severity ? { color: severityColor(severity), fontWeight: 600 } : undefined}>
    {formatMoney(amount, currency?.toUpperCase())}
  </span>
);

interface TotalFieldProps {
  status: string;
  total: number;
  due: number;
  currency: string;
}

/** A total. In a card, which has no column of what is due, a total that is paid in part would be read as that. */
export const TotalField = ({ status, total, due, currency }: TotalFieldProps) => {
  const whole = <MoneyField amount={total} currency={currency} />;
  if (!isOutstanding(status) || due <= 0 || due >= total) return whole;
  return (
    <>
      <span className="table-only">{whole}</span>
      <span className="card-only tabular">
        {`${formatMoney(due, currency.toUpperCase())} of ${formatMoney(total, currency.toUpperCase())} due`}
      </span>
    </>
  );
};

export const NameAndDescription = ({
  name,
  description,
}: {
  name: string;
  description?: string | null | undefined;
}) => (
  <span style={{ minWidth: 0 }}>
    <span className="cut" style={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere' }}>
      {name}
    </span>{' '}
    {description && <SecondLine>{description}</SecondLine>}
  </span>
);

/** Of a cell. In a table it is cut off where the column ends. */
export const SecondLine = ({ severity = 'neutral', children }: { severity?: Severity; children: string }) => (
  <span className="cut" style={{ ...secondLine, color: severityColor(severity) }}>
    {children}
  </span>
);

const secondLine = { display: 'block', fontSize: '0.8125rem', lineHeight: 1.5, overflowWrap: 'anywhere' } as const;

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
