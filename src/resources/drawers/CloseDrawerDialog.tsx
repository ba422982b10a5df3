import { Box, Button, type ButtonProps, DialogActions, DialogContent, TextField } from '@mui/material';
import { useLayoutEffect, useRef, useState } from 'react';
import { useGetOne, useNotify } from 'react-admin';
import { Link } from 'react-router-dom';
import type { CloseDrawerBody, Drawer, ListedDrawer } from '#domain/drawers/contract.ts';
import { differenceText, countDifference } from '#domain/drawers/cashDrawer.ts';
import { formatMoney, fromCents, toCents } from '#domain/shared/money.ts';
import { readSession } from '#src/authProvider/session.ts';
import { useAccess } from '#src/location-scope/useLocationScope.ts';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { drawerActions } from '#src/dataProvider/drawers.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { useIsLeft } from '#src/dataProvider/useTellIfLeft.ts';
import { paths } from '#src/paths.ts';
import { sessionStorage } from '#src/safeStorage.ts';
import { CountingSheet, emptyCount, isEmptyCount, sumOfCount, type Count } from './CountingSheet.tsx';
import { differenceSeverity } from './drawerText.ts';
import { SubmitError } from '#src/ui/forms/SubmitError.tsx';

/** Counts the drawer, then compares the count with the expected sum, then closes it. The count comes first, so that the expected sum does not influence it. */
export const CloseDrawerDialog = ({ drawer, onClose }: { drawer: ListedDrawer; onClose: () => void }) => {
  const { count, type, forget } = useStoredCount(drawer.id);
  const [step, setStep] = useState<'count' | 'compare'>('count');
  const [closed, setClosed] = useState<Drawer>();
  const { confirm, dialog } = useConfirm();
  const isLeft = useIsLeft();
  const notify = useNotify();
  const closing = useIdempotentMutation({
    name: `close.${drawer.id}`,
    mutationFn: (body: CloseDrawerBody, key) => drawerActions.closeDrawer(drawer.id, body, key),
    onSuccess: (now) => {
      forget();
      if (isLeft.current) notify(closedNotice(now), { type: 'success', autoHideDuration: noticeMs });
      else setClosed(now);
    },
  });
  const leave = async () => {
    if (closing.isPending || (!closed && !isEmptyCount(count) && !(await confirm(question)))) return;
    forget();
    onClose();
  };
  return (
    <TitledDialog
      title={closed ? `Drawer #${drawer.number} is closed` : `Close Drawer #${drawer.number}`}
      onClose={() => void leave()}
      maxWidth="xs"
    >
      {closed ? (
        <Result drawer={closed} onClose={onClose} />
      ) : step === 'count' ? (
        <CountStep count={count} onType={type} onCancel={() => void leave()} onNext={() => setStep('compare')} />
      ) : (
        <CompareStep
          drawerId={drawer.id}
          count={count}
          closing={closing}
          onNote={(note) => type({ ...count, note })}
          onBack={() => setStep('count')}
        />
      )}
      {dialog}
    </TitledDialog>
  );
};

const closedNotice = (drawer: Drawer) => (
  <>
    Drawer #{drawer.number} is closed.
    <ReportButton drawer={drawer} size="small" sx={{ ml: 1, my: -0.5 }} />
  </>
);

const noticeMs = 10_000;

const ReportButton = ({ drawer, ...button }: { drawer: Drawer } & ButtonProps) =>
  useAccess().can('drawers') && (
    <Button component={Link} to={paths.drawers.show(drawer.id)} color="inherit" {...button}>
      End-of-day report (Z)
    </Button>
  );

const question = {
  title: 'Stop counting?',
  text: 'Your count will be lost.',
  confirmLabel: 'Stop counting',
  cancelLabel: 'Keep counting',
  isDangerous: true,
} as const;

/**
 * The count of a drawer while it is typed. This tab keeps it until it is discarded or the drawer is closed, so that
 * nobody has to count again because a session expired or the page was left.
 */
const useStoredCount = (drawerId: string) => {
  const key = `count.${drawerId}.${readSession()?.user.id ?? ''}`;
  const [count, setCount] = useState(() => {
    const stored = sessionStorage.getItem(key);
    return stored === null ? emptyCount : (JSON.parse(stored) as Count);
  });
  const type = (next: Count) => {
    sessionStorage.setItem(key, JSON.stringify(next));
    setCount(next);
  };
  return { count, type, forget: () => sessionStorage.removeItem(key) };
};

const CountStep = ({
  count,
  onType,
  onCancel,
  onNext,
}: {
  count: Count;
  onType: (count: Count) => void;
  onCancel: () => void;
  onNext: () => void;
}) => (
  <Box
    component="form"
    noValidate
    onSubmit={(event) => (event.preventDefault(), sumOfCount(count) !== undefined && onNext())}
    sx={{ display: 'contents' }}
  >
    <DialogContent sx={{ pt: 0 }}>
      <CountingSheet count={count} onChange={onType} />
    </DialogContent>
    <DialogActions>
      <Button color="inherit" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" variant="contained" disabled={sumOfCount(count) === undefined}>
        Continue
      </Button>
    </DialogActions>
  </Box>
);

interface CompareStepProps {
  drawerId: string;
  count: Count;
  closing: { mutate: (body: CloseDrawerBody) => void; isPending: boolean; error: Error | null };
  onNote: (note: string) => void;
  onBack: () => void;
}

/** Fetches the expected sum again, since another till may have sold something. Not during closing: not everybody may read a closed drawer. */
const CompareStep = ({ drawerId, count, closing, onNote, onBack }: CompareStepProps) => {
  const { isPending: isBusy, error } = closing;
  const { note = '' } = count;
  const query = useGetOne<Drawer>('drawers', { id: drawerId }, { refetchOnMount: 'always', enabled: !isBusy });
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  const cents = sumOfCount(count) ?? 0;
  const close = () =>
    closing.mutate({
      counted: fromCents(cents),
      ...(count.by === 'pieces' && { counts: count.counts }),
      note: note || undefined,
    });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => (event.preventDefault(), close())}
      sx={{ display: 'contents' }}
    >
      <DialogContent sx={{ display: 'grid', gap: 2, pt: 0 }}>
        <QueryState
          query={query}
          fallback="Couldn’t load the drawer"
          loading={
            <Box sx={{ height: 86 }}>
              <SkeletonBlock lines={3} />
            </Box>
          }
        >
          {({ expected }) => (
            <Comparison
              expected={expected}
              counted={fromCents(cents)}
              difference={fromCents(countDifference(cents, toCents(expected)))}
            />
          )}
        </QueryState>
        <TextField
          label="Note (optional)"
          value={note}
          onChange={(event) => onNote(event.target.value)}
          multiline
          minRows={2}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
        {error && <SubmitError>{messageFrom(error, 'The drawer was not closed')}</SubmitError>}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onBack} disabled={isBusy}>
          Back to count
        </Button>
        <Button ref={button} type="submit" variant="contained" loading={isBusy} disabled={!query.data}>
          Close Drawer
        </Button>
      </DialogActions>
    </Box>
  );
};

const Result = ({ drawer, onClose }: { drawer: Drawer; onClose: () => void }) => (
  <>
    <DialogContent>
      <Comparison expected={drawer.expected} counted={drawer.counted ?? 0} difference={drawer.difference ?? 0} />
    </DialogContent>
    <DialogActions>
      <ReportButton drawer={drawer} />
      <Button variant="contained" onClick={onClose} autoFocus>
        Done
      </Button>
    </DialogActions>
  </>
);

const Comparison = ({ expected, counted, difference }: { expected: number; counted: number; difference: number }) => (
  <Box
    component="dl"
    className="tabular"
    sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 0.75, '& dd': { m: 0, textAlign: 'right' } }}
  >
    <dt>Expected</dt>
    <dd>{formatMoney(expected)}</dd>
    <dt>Counted</dt>
    <dd>{formatMoney(counted)}</dd>
    <Box component="dt" sx={strong}>
      Over or short
    </Box>
    <Box component="dd" sx={{ ...strong, color: `${differenceSeverity(difference)}.main` }}>
      {differenceText(difference)}
    </Box>
  </Box>
);

const strong = { fontWeight: 650, fontSize: '1.0625rem', borderTop: 1, borderColor: 'divider', pt: 0.75 } as const;
