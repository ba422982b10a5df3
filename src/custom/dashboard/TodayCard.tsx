import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { figureFilter } from '#domain/ledger/figures.ts';
import type { TodayFigures } from '#domain/reports/todayContract.ts';
import { paymentMethodRules, paymentMethods, type PaymentMethod } from '#domain/invoices/paymentMethods.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { FigureLink } from '#src/ui/FigureLink.tsx';
import { pluralize } from '#src/ui/labels.ts';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { reportActions } from '#src/dataProvider/reports.ts';
import { filtered, ledgerPath, paths, whoOwes } from '#src/paths.ts';
import { countText, HoursChart } from './HoursChart.tsx';
import { linkRows } from './linkRows.ts';

export const TodayCard = ({ locationId }: { locationId: string }) => {
  // Under the check-ins' query key, so that an arrival refreshes it with them.
  const query = useQuery({
    queryKey: ['checkins', 'today', locationId],
    queryFn: ({ signal }) => reportActions.today(locationId, signal),
    refetchInterval: 60_000,
  });
  return (
    <Section
      title="Today"
      actions={
        <Button size="small" component={Link} to={`${paths.reports}?period=today`}>
          Today’s report
        </Button>
      }
    >
      <QueryState query={query} fallback="Couldn’t load today’s figures">
        {(today) => <Figures today={today} locationId={locationId} />}
      </QueryState>
    </Section>
  );
};

const Figures = ({ today, locationId }: { today: TodayFigures; locationId: string }) => {
  const { moneyIn, usualMoneyIn, toCollect, invoices, endingSoon, granted, usualGranted } = today;
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(`${today.date}T00:00:00Z`),
  );
  const toLedger = (name: 'moneyIn' | PaymentMethod | 'moneyRefunded') =>
    ledgerPath({ ...figureFilter(name, { from: today.date, to: today.date }), locationId });
  return (
    <>
      <Box component="ul" aria-label="Today’s figures" sx={{ ...linkRows, mt: -1.1, mb: 0.5 }}>
        <Figure
          to={toLedger('moneyIn')}
          label="Payments received"
          text={usualText(usualMoneyIn, weekday, formatMoney)}
          isStrong
        >
          {formatMoney(moneyIn)}
        </Figure>
        <Box component="li" className="tabular" sx={methods}>
          {(
            [
              ...paymentMethods.map((method) => [paymentMethodRules[method].label, method] as const),
              ['Refunded', 'moneyRefunded'],
            ] as const
          ).map(([label, name]) => (
            <span key={label}>
              <span className="why">{label} </span>
              <FigureLink to={today[name] === 0 ? undefined : toLedger(name)} label={label}>
                {formatMoney(today[name])}
              </FigureLink>
            </span>
          ))}
        </Box>
        <Figure to={whoOwes} label="Outstanding" text={pluralize(invoices, 'invoice')}>
          {formatMoney(toCollect)}
        </Figure>
        <Figure
          to={filtered(paths.contacts.list, { memberStatus: 'ending_soon' })}
          label="Ending in 7 days"
          text="Home location here, unpaid included"
        >
          {pluralize(endingSoon, 'person', 'people')}
        </Figure>
        <Figure
          to={`${paths.reports}?tab=attendance&period=today`}
          label="Check-ins by hour"
          text={usualText(usualGranted, weekday, countText)}
        >
          {`${countText(granted)} allowed`}
        </Figure>
      </Box>
      <HoursChart {...today} usualLabel={`Usual ${weekday}`} />
    </>
  );
};

interface FigureProps {
  to: string;
  label: string;
  text: string;
  isStrong?: boolean;
  children: ReactNode;
}

const Figure = ({ to, label, text, isStrong = false, children }: FigureProps) => (
  <li>
    <Link to={to} className="row">
      <span className="what">
        <span className="name">{label}</span>
        <span className="why">{text}</span>
      </span>
      <Typography component="span" variant={isStrong ? 'h4' : 'body1'} className="tabular" sx={{ fontWeight: 600 }}>
        {children}
      </Typography>
    </Link>
  </li>
);

/** The average of the same weekday up to this time of day, over four weeks. */
const usualText = (usual: number | null, weekday: string, format: (value: number) => string) =>
  usual === null ? `No earlier ${weekday} to compare with` : `Usually about ${format(Math.round(usual))} by now`;

const methods = {
  display: 'grid',
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(4, minmax(0, 1fr))' },
  gap: 1,
  py: 1.1,
  '&&': { borderTop: 0 },
  '& > span': { position: 'relative' },
  '@media (pointer: coarse)': { '& > span': { minHeight: 44 } },
} as const;
