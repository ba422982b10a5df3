import { Button, List, ListItem, ListItemText } from '@mui/material';
import { useState } from 'react';
import { emailLabels, emailKinds, emailSwitches, type EmailKind } from '#domain/member-emails/emailKinds.ts';
import { pluralize } from '#src/ui/labels.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { Section } from '#src/ui/Section.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import type { SettingsRecord } from '#src/dataProvider/settings.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { settingsTexts as texts } from './settings.ts';

const EmailPreviewDialog = lazyWithPreload('settings', () => import('./EmailPreviewDialog.tsx'), 'EmailPreviewDialog');

export const EmailSettings = ({ companyId, emails }: { companyId: string; emails: SettingsRecord['emails'] }) => {
  const [kind, setKind] = useState<EmailKind>();
  const [isOpen, setOpen] = useState(false);
  const show = (next: EmailKind) => {
    setKind(next);
    setOpen(true);
  };
  return (
    <Section title="Emails to Members" text={texts.emails} isBeside>
      <List disablePadding sx={{ my: -1 }}>
        {emailKinds.map((each) => (
          <ListItem key={each} disableGutters divider={each !== emailKinds.at(-1)} sx={{ gap: 1.5, py: 0.75 }}>
            <ListItemText
              primary={emailLabels[each]}
              secondary={whenSent(each, emails)}
              sx={{ flex: 1, minWidth: 0 }}
            />
            <EmailState kind={each} emails={emails} />
            <Button
              size="small"
              onClick={() => show(each)}
              aria-label={`Preview ${emailLabels[each]}`}
              aria-haspopup="dialog"
            >
              Preview
            </Button>
          </ListItem>
        ))}
      </List>
      {kind && (
        <LazyPart isOpen={isOpen} onClose={() => setOpen(false)}>
          <EmailPreviewDialog companyId={companyId} kind={kind} isOpen={isOpen} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </Section>
  );
};

const EmailState = ({ kind, emails }: { kind: EmailKind; emails: SettingsRecord['emails'] }) => {
  const setting = emailSwitches[kind];
  if (setting === null) return <StatusBadge severity="info" label="Always" />;
  return emails[setting] ? (
    <StatusBadge severity="success" label="On" />
  ) : (
    <StatusBadge severity="neutral" label="Off" />
  );
};

const before = (days: number, what: string) => `${pluralize(days, 'day')} before ${what}`;

const whenSent = (kind: EmailKind, { renewalUpcomingDays, membershipEndingDays }: SettingsRecord['emails']): string => {
  if (kind === 'renewal-upcoming') return before(renewalUpcomingDays, 'the card is charged');
  return kind === 'membership-ending' ? before(membershipEndingDays, 'the last day') : whenTexts[kind];
};

const whenTexts: Record<Exclude<EmailKind, 'renewal-upcoming' | 'membership-ending'>, string> = {
  receipt: 'For each payment',
  'payment-failed': 'Each time a renewal’s card is declined',
  freeze: 'When a freeze is set or changed',
  refund: 'When money is given back',
  cancellation: 'With the last day and the last payment',
  'payment-link': 'When staff send one',
  'card-link': 'When staff send one',
  'signature-request': 'When staff send one',
  'signed-agreement': 'When an agreement was signed, with the sealed PDF',
  'invoice-due': 'When a manual renewal is due',
  'check-in-code': 'When staff send one',
};
