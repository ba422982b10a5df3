import type { SvgIconComponent } from '@mui/icons-material';
import CardMembershipOutlined from '@mui/icons-material/CardMembershipOutlined';
import HowToReg from '@mui/icons-material/HowToReg';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import { Box, Link, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { isCalendarDate } from '#domain/shared/dates.ts';
import { dateTimeText, shortDate } from '#domain/shared/dateText.ts';
import { invoiceRowLabel, invoiceRowText } from '#src/ui/labels.ts';
import { CheckinStatus } from '#src/resources/checkins/CheckinStatus.tsx';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { DateField, MoneyField } from '#src/ui/fields.tsx';
import { paths } from '#src/paths.ts';
import type { PlanChange as PlanChangeEvent, PlanChangeKind } from './mergeActivity.ts';
import { PurchaseBadge } from '../../purchases/PurchaseDetail.tsx';
import { useContact } from '../../useContact.ts';
import type { ContactActivityEntry } from './useActivity.ts';

export const ActivityRow = ({ entry }: { entry: ContactActivityEntry }) => {
  if (entry.kind === 'visit') return <Visit visit={entry.visit} />;
  if (entry.kind === 'invoice') return <Purchase invoice={entry.invoice} />;
  return <PlanChange plan={entry.plan} change={entry.change} />;
};

type Of<Kind extends ContactActivityEntry['kind']> = Omit<
  Extract<ContactActivityEntry, { kind: Kind }>,
  'id' | 'at' | 'kind'
>;

const Visit = ({ visit }: Of<'visit'>) => {
  const { locations } = useLocationScope();
  const place = locations.find(({ id }) => id === visit.locationId)?.name;
  return (
    <Row Icon={HowToReg} title="Check-in" day={visit.checkinTime} about={[place, visit.doorId]}>
      <CheckinStatus checkin={visit} />
    </Row>
  );
};

const Purchase = ({ invoice }: Of<'invoice'>) => {
  const { id } = useContact();
  return (
    <Row
      Icon={ReceiptLongOutlined}
      title={invoiceRowLabel(invoice)}
      to={paths.contacts.invoice(id, invoice.id)}
      day={invoice.createdAt}
      about={[invoiceRowText(invoice)]}
    >
      <Box sx={{ fontWeight: 600 }}>
        <MoneyField amount={invoice.total} currency={invoice.currency} />
      </Box>
      <PurchaseBadge status={invoice.status} disputedAt={invoice.disputedAt} />
    </Row>
  );
};

const PlanChange = ({ plan, change }: Of<'plan'>) => {
  const { id } = useContact();
  return (
    <Row
      Icon={CardMembershipOutlined}
      title={changeText(change)}
      to={paths.contacts.membership(id, plan.id)}
      day={change.day}
    />
  );
};

const changeText = ({ kind, planName, oldName }: PlanChangeEvent) =>
  oldName === undefined ? `${changeLabels[kind]} ${planName}` : `${changeLabels[kind]} from ${oldName} to ${planName}`;

const changeLabels: Record<PlanChangeKind, string> = {
  bought: 'Bought',
  boughtAndStarted: 'Bought and started',
  started: 'Started',
  changed: 'Changed',
  ended: 'Ended',
};

interface RowProps {
  Icon: SvgIconComponent;
  title: string;
  to?: string;
  day: string;
  about?: readonly (string | undefined)[];
  children?: ReactNode;
}

const Row = ({ Icon, title, to, day, about = [], children }: RowProps) => (
  <Box component="li" tabIndex={-1} sx={row}>
    <Box sx={mark}>
      <Icon aria-hidden="true" sx={{ fontSize: 18 }} />
    </Box>
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Box className="lone" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {to ? (
          <Link component={RouterLink} to={to} color="inherit" underline="hover">
            {title}
          </Link>
        ) : (
          title
        )}
      </Box>
      <Typography variant="body2" color="textSecondary" className="tabular" sx={{ overflowWrap: 'anywhere' }}>
        <DateField value={day} format={isCalendarDate(day) ? shortDate : dateTimeText} />
        {about.filter(Boolean).map((part) => ` · ${part}`)}
      </Typography>
    </Box>
    <Box sx={{ textAlign: 'right', maxWidth: '40%' }}>{children}</Box>
  </Box>
);

const row = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 1.5,
  py: 1.25,
  borderTop: 1,
  borderColor: 'divider',
  '&:first-of-type': { borderTop: 0, pt: 0 },
  '&:last-of-type': { pb: 0 },
} as const;

const mark = {
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  width: 34,
  height: 34,
  borderRadius: '50%',
  bgcolor: 'grey.200',
  color: 'text.secondary',
} as const;
