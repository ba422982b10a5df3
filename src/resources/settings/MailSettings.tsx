import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import { useState } from 'react';
import { mailKinds, mailSwitches, type MailKind } from '#domain/member-emails/memberMails.ts';
import { pluralize } from '#src/ui/labels.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { Section } from '#src/ui/Section.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import type { SettingsRecord } from '#src/dataProvider/settings.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { mailLabels, settingsTexts as texts } from './settings.ts';

const MailPreviewDialog = lazyWithPreload('settings', () => import('./MailPreviewDialog.tsx'), 'MailPreviewDialog');

/** Which mails members get, each with a preview. */
export const MailSettings = ({ companyId, mails }: { companyId: string; mails: SettingsRecord['mails'] }) => {
  const [kind, setKind] = useState<MailKind>();
  const [isOpen, setOpen] = useState(false);
  const show = (next: MailKind) => {
    setKind(next);
    setOpen(true);
  };
  return (
    <Section title="Emails to Members" text={texts.mails} isBeside>
      <List disablePadding sx={{ my: -1 }}>
        {mailKinds.map((each) => (
          <ListItem key={each} disableGutters divider={each !== mailKinds.at(-1)} sx={{ gap: 1.5, py: 0.75 }}>
            <ListItemText primary={mailLabels[each]} secondary={whenSent(each, mails)} sx={{ flex: 1, minWidth: 0 }} />
            <MailState kind={each} mails={mails} />
            <Button
              size="small"
              onClick={() => show(each)}
              aria-label={`Preview ${mailLabels[each]}`}
              aria-haspopup="dialog"
            >
              Preview
            </Button>
          </ListItem>
        ))}
      </List>
      {kind && (
        <LazyPart isOpen={isOpen} onClose={() => setOpen(false)}>
          <MailPreviewDialog companyId={companyId} kind={kind} isOpen={isOpen} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </Section>
  );
};

const MailState = ({ kind, mails }: { kind: MailKind; mails: SettingsRecord['mails'] }) => {
  const setting = mailSwitches[kind];
  if (setting === null) return <StatusBadge severity="info" label="Always" />;
  return mails[setting] ? (
    <StatusBadge severity="success" label="On" />
  ) : (
    <StatusBadge severity="neutral" label="Off" />
  );
};

const before = (days: number, what: string) => `${pluralize(days, 'day')} before ${what}`;

const whenSent = (kind: MailKind, { renewalUpcomingDays, membershipEndingDays }: SettingsRecord['mails']): string => {
  if (kind === 'renewal-upcoming') return before(renewalUpcomingDays, 'the card is charged');
  return kind === 'membership-ending' ? before(membershipEndingDays, 'the last day') : whenTexts[kind];
};

const whenTexts: Record<Exclude<MailKind, 'renewal-upcoming' | 'membership-ending'>, string> = {
  receipt: 'For each payment',
  'payment-failed': 'Each time a renewal’s card is declined',
  freeze: 'When a freeze is set or changed',
  refund: 'When money is given back',
  cancellation: 'With the last day and the last payment',
  'payment-link': 'When staff send one',
  'invoice-due': 'When a renewal is to be paid by hand',
};
