import { Box, TextField, ToggleButton, ToggleButtonGroup } from '@mui/material';
import type { KeyboardEvent } from 'react';
import { countedCash, denominations } from '#domain/drawers/cashDrawer.ts';
import { cashCountMax } from '#domain/shared/limits.ts';
import { amountUnclear, formatCents, fromCents } from '#domain/shared/money.ts';
import { MoneyTextField } from '#src/ui/forms/MoneyTextField.tsx';
import { centsFromText } from '#src/ui/forms/moneyText.ts';

/** A count in progress: how many of each bill and coin, or one sum. Both are kept; only one of them counts. */
export interface Count {
  readonly by: 'pieces' | 'sum';
  /** Keyed by the value in dollars. */
  readonly counts?: Readonly<Record<string, number>> | undefined;
  readonly sum: string;
  readonly note?: string | undefined;
}

export const emptyCount: Count = { by: 'pieces', sum: '' };

export const isEmptyCount = ({ counts, sum, note }: Count): boolean =>
  Object.keys(counts ?? {}).length === 0 && sum === '' && !note;

/** In cents. Undefined while nothing is counted, or when the text is not an amount. */
export const sumOfCount = ({ by, counts, sum }: Count): number | undefined =>
  by === 'pieces' ? counts && countedCash(counts) : centsFromText(sum);

interface CountingSheetProps {
  count: Count;
  onChange: (count: Count) => void;
}

export const CountingSheet = ({ count, onChange }: CountingSheetProps) => (
  <Box sx={{ display: 'grid', gap: 2 }}>
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      color="primary"
      aria-label="How it is counted"
      value={count.by}
      onChange={(_event, by: Count['by'] | null) => by && onChange({ ...count, by })}
    >
      <ToggleButton value="pieces">Bills and coins</ToggleButton>
      <ToggleButton value="sum">Total only</ToggleButton>
    </ToggleButtonGroup>
    {count.by === 'pieces' ? (
      <Pieces count={count} onChange={onChange} />
    ) : (
      <OneSum count={count} onChange={onChange} />
    )}
    <Box component="output" aria-label="Counted" className="tabular" sx={counted}>
      <span>Counted</span>
      <span>{formatCents(sumOfCount(count) ?? 0)}</span>
    </Box>
  </Box>
);

/** In sight while the bills above it are scrolled. */
const counted = {
  position: 'sticky',
  bottom: '-20px',
  display: 'flex',
  justifyContent: 'space-between',
  mx: { xs: -2, sm: -3 },
  mb: -2.5,
  px: { xs: 2, sm: 3 },
  py: 1.25,
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  fontWeight: 650,
  fontSize: '1.0625rem',
} as const;

const Pieces = ({ count, onChange }: CountingSheetProps) => {
  const type = (dollars: string, text: string) => {
    const { [dollars]: _before, ...others } = count.counts ?? {};
    const digits = text.replaceAll(/\D/g, '');
    onChange({
      ...count,
      counts: digits === '' ? others : { ...others, [dollars]: Math.min(Number(digits), cashCountMax) },
    });
  };
  return (
    <Box
      role="group"
      aria-label="Bills and coins"
      sx={{ display: 'grid', gridTemplateColumns: '4.5rem 6rem 1fr', columnGap: 2, rowGap: 0.75, alignItems: 'center' }}
    >
      {denominations.map((cents, index) => {
        const dollars = String(fromCents(cents));
        const pieces = count.counts?.[dollars];
        return (
          <Box key={cents} sx={{ display: 'contents' }}>
            <Box component="span" className="tabular" aria-hidden="true" sx={{ textAlign: 'right' }}>
              {formatCents(cents)}
            </Box>
            <TextField
              size="small"
              hiddenLabel
              autoFocus={index === 0}
              value={pieces ?? ''}
              onChange={(event) => type(dollars, event.target.value)}
              onKeyDown={toNext}
              slotProps={{
                htmlInput: {
                  inputMode: 'numeric',
                  autoComplete: 'off',
                  'aria-label': `Number of ${formatCents(cents)}`,
                },
              }}
              sx={piecesField}
            />
            <Box
              component="span"
              className="tabular"
              aria-hidden="true"
              sx={{ textAlign: 'right', color: pieces ? 'text.primary' : 'text.secondary' }}
            >
              {formatCents(cents * (pieces ?? 0))}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
};

const piecesField = {
  '& .MuiInputBase-input.MuiInputBase-input': {
    textAlign: 'right',
    padding: '5px 10px',
    '@media (pointer: coarse)': { paddingTop: '10.5px', paddingBottom: '10.5px' },
  },
} as const;

/** Enter moves down the sheet, as on a number pad; after the last coin it continues. */
function toNext(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
  const fields = [...(event.target.closest('[role=group]')?.querySelectorAll('input') ?? [])];
  const next = fields[fields.indexOf(event.target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
}

const OneSum = ({ count, onChange }: CountingSheetProps) => {
  const isUnclear = count.sum.trim() !== '' && centsFromText(count.sum) === undefined;
  return (
    <MoneyTextField
      label="Cash in the drawer"
      autoFocus
      value={count.sum}
      onType={(sum) => onChange({ ...count, sum })}
      error={isUnclear}
      helperText={isUnclear && amountUnclear}
    />
  );
};
