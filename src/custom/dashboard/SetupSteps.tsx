import CheckCircle from '@mui/icons-material/CheckCircle';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import { Box, Button, Link as MuiLink, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNotify } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Checklist } from '#domain/setup/checklist.ts';
import type { SettingsUpdateBody } from '#domain/settings/contract.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { getNow } from '#src/clock.ts';
import { visuallyHidden } from '#src/ui/dom.ts';
import { Section } from '#src/ui/Section.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { settingsActions } from '#src/dataProvider/settings.ts';
import { paths } from '#src/paths.ts';

export const SetupSteps = ({ id, name, checklist }: { id: string; name: string; checklist: Checklist }) => {
  const notify = useNotify();
  const { selected } = useLocationScope();
  const { mutate: save, isPending } = useMutation({
    mutationFn: (change: SettingsUpdateBody) => settingsActions.saveSettings(id, change),
    onError: (error) => notify(messageFrom(error, 'Failed to save settings'), { type: 'error' }),
  });
  const steps = stepsFor(selected?.id);
  const done = steps.filter(({ key }) => checklist[key]).length;
  return (
    <Box sx={{ mb: { xs: 2, md: 2.5 } }}>
      <Section
        title={`Set up ${name}`}
        text={`${done} of ${steps.length} steps done`}
        actions={
          <Button
            color="inherit"
            loading={isPending}
            onClick={() => save({ checklist: { dismissedAt: getNow().toISOString() } })}
          >
            Dismiss
          </Button>
        }
      >
        <Box component="ul" sx={list}>
          {steps.map(({ key, ...step }) => (
            <StepRow
              key={key}
              {...step}
              isDone={checklist[key]}
              {...(key === 'plan' && checklist.plan && !checklist.planOnSale && unsoldPlan)}
            >
              {key === 'payments' && (
                <Button
                  size="small"
                  disabled={isPending}
                  onClick={() => save({ payments: { cashOnly: true } })}
                  sx={{ ml: '-5px' }}
                >
                  We don’t accept cards
                </Button>
              )}
            </StepRow>
          ))}
        </Box>
      </Section>
    </Box>
  );
};

interface Step {
  label: string;
  text: string;
  to: string;
  note?: string;
}

const unsoldPlan = { to: paths.memberships.list, note: 'It is not on sale yet. Publish it to sell it.' };

const StepRow = ({ label, text, to, note, isDone, children }: Step & { isDone: boolean; children?: ReactNode }) => (
  <Box component="li" sx={{ display: 'flex', gap: 1.25, minWidth: 0 }}>
    {isDone ? (
      <CheckCircle color="success" aria-hidden="true" />
    ) : (
      <RadioButtonUnchecked aria-hidden="true" sx={{ color: 'text.secondary' }} />
    )}
    <Box sx={{ minWidth: 0 }}>
      <span className="lone">
        <MuiLink component={Link} to={to} sx={{ fontWeight: 600 }}>
          {label}
        </MuiLink>
      </span>
      <Box component="span" sx={visuallyHidden}>
        {isDone ? ' (done)' : ' (to do)'}
      </Box>
      {/* Text and button keep their room: nothing moves below a step that is found to be done. */}
      <Typography variant="body2" color="textSecondary">
        {isDone && note ? note : text}
      </Typography>
      {children && <Box sx={{ visibility: isDone ? 'hidden' : 'visible' }}>{children}</Box>}
    </Box>
  </Box>
);

const list = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', xl: 'repeat(4, minmax(0, 1fr))' },
  gap: 2,
  m: 0,
  p: 0,
  listStyle: 'none',
} as const;

/** The order is the recommended one. Most screens need a location first, and say so without one. */
const stepsFor = (
  locationId: string | undefined,
): readonly (Step & { key: Exclude<keyof Checklist, 'dismissedAt'> })[] => [
  {
    key: 'location',
    label: 'Location details and tax',
    text: 'Street address, city and the sales tax rate.',
    to: locationId ? paths.location.edit(locationId) : paths.location.add,
  },
  { key: 'payments', label: 'Payments', text: 'Connect Stripe to take cards.', to: paths.company.tab('stripe') },
  {
    key: 'plan',
    label: 'First membership plan',
    text: 'What members buy, and how it is billed.',
    to: paths.memberships.add,
  },
  { key: 'salesItem', label: 'First sales item', text: 'What the point of sale sells.', to: paths.salesItems.add },
  { key: 'staff', label: 'Staff', text: 'Give a second person access.', to: paths.users.list },
  {
    key: 'contacts',
    label: 'Import contacts',
    text: 'From a CSV file, or add them one by one.',
    to: paths.contacts.import,
  },
  {
    key: 'receipts',
    label: 'Receipt details',
    text: 'The legal name on invoices.',
    to: `${paths.settings.edit}#receipts`,
  },
];
