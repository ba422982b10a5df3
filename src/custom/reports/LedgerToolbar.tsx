import Close from '@mui/icons-material/Close';
import { Box, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { ledgerAccounts, postingKinds } from '#domain/ledger/accounts.ts';
import type { LedgerPage } from '#domain/ledger/contract.ts';
import { accountLabels, invoiceName, postingKindLabels } from '#domain/ledger/text.ts';
import { lineItemTypeLabel } from '#domain/invoices/invoiceDescription.ts';
import { namedPeriod, periodLabels, periodNames } from '#domain/reports/reportPeriods.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { percentLabel } from '#domain/shared/percent.ts';
import { locationsAllowing, useLocationScope, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { PhoneFilters } from '#src/ui/lists/PhoneFilters.tsx';
import { DateBox } from '#src/ui/lists/DateBox.tsx';
import { SelectBox } from '#src/ui/lists/SelectBox.tsx';
import { narrowFilters, type NarrowFilter, type useLedgerState } from './ledgerState.ts';

interface LedgerToolbarProps {
  state: ReturnType<typeof useLedgerState>;
  /** Names what the chips filter by. */
  page: LedgerPage | undefined;
  /** The sums. */
  children: ReactNode;
}

export const LedgerToolbar = ({ state, page, children }: LedgerToolbarProps) => {
  const { params, period, from = '', to = '', change, today } = state;
  const { locations } = useLocationScope();
  const place = locations.find(({ id }) => id === params.locationId);
  const { timezone } = useSelectedLocation();
  const isOnlyCompany = locations.every(({ companyId }) => companyId === params.companyId);
  const narrowed = narrowFilters.filter((name) => params[name] && !(name === 'companyId' && isOnlyCompany));
  const used = [period !== 'all', !params.locationId, params.account, params.kind].filter(Boolean).length;
  return (
    <Box sx={{ displayPrint: 'none', borderBottom: 1, borderColor: 'divider', p: 1, display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: { sm: 'wrap' }, alignItems: 'center', gap: 1 }}>
        {children}
        <PhoneFilters count={used}>
          <SelectBox
            sx={field}
            label="Period"
            value={period}
            choices={periods}
            onChange={(name) => {
              const named = periodNames.find((one) => one === name);
              if (!named) change({ period: null, from: null, to: null });
              else if (named === 'custom') change({ period: named, to: to || today });
              else change({ period: null, ...namedPeriod(named, today) });
            }}
          />
          {period === 'custom' && (
            <>
              <DateBox
                sx={field}
                label="From"
                value={from}
                bounds={{ max: to || today }}
                onChange={(day) => change({ from: day, period: 'custom' })}
              />
              <DateBox
                sx={field}
                label="To"
                value={to}
                bounds={{ min: from, max: today }}
                onChange={(day) => change({ to: day, period: 'custom' })}
              />
            </>
          )}
          {locationsAllowing(locations, 'reports').length > 1 && (
            <SelectBox
              sx={field}
              label="Locations"
              value={params.locationId ? 'one' : 'all'}
              choices={[
                { value: 'one', label: place?.name ?? 'This location' },
                { value: 'all', label: 'All locations' },
              ]}
              onChange={(value) => change({ scope: value === 'all' ? value : null, companyId: null, locationId: null })}
            />
          )}
          <SelectBox
            sx={field}
            label="Account"
            value={params.account ?? ''}
            choices={toChoices('All accounts', accountLabels, ledgerAccounts, params.account)}
            onChange={(account) => change({ account })}
          />
          <SelectBox
            sx={field}
            label="What"
            value={params.kind ?? ''}
            choices={toChoices('All postings', postingKindLabels, postingKinds, params.kind)}
            onChange={(kind) => change({ kind })}
          />
        </PhoneFilters>
      </Box>
      {narrowed.length > 0 && (
        <Box role="group" aria-label="Further filters" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {narrowed.map((name) => {
            const text = chipTexts[name](params[name] ?? '', page, timezone);
            return (
              <Button
                key={name}
                size="small"
                variant="outlined"
                endIcon={<Close />}
                aria-label={`Remove filter ${text}`}
                onClick={() => change({ [name]: null })}
                sx={{ borderRadius: 999, maxWidth: 1, overflowWrap: 'anywhere' }}
              >
                {text}
              </Button>
            );
          })}
        </Box>
      )}
    </Box>
  );
};

const periods = [
  { value: 'all', label: 'All days' },
  ...periodNames.map((name) => ({ value: name, label: periodLabels[name] })),
];

/** Each alone, and the several that a link has chosen together. */
function toChoices<Name extends string>(
  all: string,
  labels: Readonly<Record<Name, string>>,
  names: readonly Name[],
  chosen = '',
) {
  const several = names.filter((name) => chosen.split(',').includes(name));
  return [
    { value: '', label: all },
    ...(several.length === 1 || chosen === ''
      ? []
      : [{ value: chosen, label: several.map((name) => labels[name]).join(', ') || chosen }]),
    ...names.map((name) => ({ value: name, label: labels[name] })),
  ];
}

const chipTexts: Record<NarrowFilter, (value: string, page: LedgerPage | undefined, zone: string) => string> = {
  companyId: () => 'One company',
  since: (time, _page, zone) => `Since ${dateTimeText(time, zone)}`,
  before: (time, _page, zone) => `Before ${dateTimeText(time, zone)}`,
  category: (category) => lineItemTypeLabel(category),
  itemId: (id, page) => (id === 'none' ? 'Without an item' : (firstEntry(page)?.name ?? 'One item')),
  planId: (_id, page) => firstEntry(page)?.name ?? 'One plan',
  name: (name) => name,
  method: (method) => `Paid by ${method}`,
  staffId: (id, page) => `Sold by ${id === 'none' ? 'nobody' : (firstEntry(page)?.soldBy ?? 'one person')}`,
  taxRate: (rate) => `Taxed at ${percentLabel(Number(rate))}`,
  invoiceId: (id, page) =>
    invoiceName({ invoiceId: id, invoiceNumber: page?.postings[0]?.invoiceNumber ?? null }) ?? '',
  drawerId: (id, page) =>
    ({ any: 'In a drawer', none: 'Without a drawer' })[id] ??
    `Drawer #${page?.postings[0]?.drawerNumber ?? ''}`.replace(/ #$/, ''),
  countedBy: () => 'In one end-of-day report',
};

const firstEntry = (page: LedgerPage | undefined) => page?.postings[0]?.entries[0];

const field = { flex: { xs: '1 1 150px', sm: '0 1 176px' }, minWidth: 150 } as const;
