import CallOutlined from '@mui/icons-material/CallOutlined';
import MailOutlined from '@mui/icons-material/MailOutlined';
import { Box, Button, IconButton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MemberAtRisk } from '#domain/attention/contract.ts';
import { driftText } from '#domain/contacts/rhythm.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { ContactLink } from '#src/resources/contacts/panel/ContactLink.tsx';
import { LazyTooltip } from '#src/ui/LazyTooltip.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { attentionActions } from '#src/dataProvider/attention.ts';
import { linkRows } from './linkRows.ts';

const shownAtFirst = 5;

/** Who comes less than they used to, by what would be lost. */
export const AtRiskCard = ({ locationId }: { locationId: string }) => {
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({
    queryKey: ['attention', 'at-risk', locationId],
    queryFn: ({ signal }) => attentionActions.atRisk(locationId, signal),
  });
  const { total = 0, monthly = 0 } = query.data ?? {};
  return (
    <Section
      title={total > 0 ? `At risk (${total.toLocaleString('en-US')})` : 'At risk'}
      actions={
        total > shownAtFirst && (
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show less' : 'Show all'}
          </Button>
        )
      }
    >
      <QueryState
        query={query}
        fallback="Couldn’t load members at risk"
        isEmpty={({ members }) => members.length === 0}
        empty={
          <Typography color="textSecondary">
            Nobody right now. Members who stay away much longer than usual appear here.
          </Typography>
        }
      >
        {({ members }) => (
          <>
            <Typography color="textSecondary" sx={{ mb: 1 }}>
              {formatMoney(monthly)} a month would be lost with them.
            </Typography>
            <Box component="ul" aria-label="At risk" sx={{ ...linkRows, my: -1.1 }}>
              {members.slice(0, isOpen ? members.length : shownAtFirst).map((member) => (
                <Row key={member.contact.id} member={member} />
              ))}
            </Box>
            {isOpen && total > members.length && (
              <Typography color="textSecondary" sx={{ mt: 1.5 }}>
                {`And ${(total - members.length).toLocaleString('en-US')} more.`}
              </Typography>
            )}
          </>
        )}
      </QueryState>
    </Section>
  );
};

const Row = ({ member }: { member: MemberAtRisk }) => {
  const { contact, monthly } = member;
  const name = fullName(contact);
  return (
    <li>
      <div className="row">
        <span className="what">
          <ContactLink id={contact.id} className="name">
            {name}
          </ContactLink>
          <span className="why">{driftText(member)}</span>
        </span>
        {monthly > 0 && <span className="amount tabular">{formatMoney(monthly)}</span>}
        <Box component="span" sx={{ display: 'flex' }}>
          {contact.phone && <Reach label={`Call ${name}`} href={`tel:${contact.phone}`} icon={<CallOutlined />} />}
          {contact.email && <Reach label={`Email ${name}`} href={`mailto:${contact.email}`} icon={<MailOutlined />} />}
        </Box>
      </div>
    </li>
  );
};

const Reach = ({ label, href, icon }: { label: string; href: string; icon: React.ReactNode }) => (
  <LazyTooltip title={label}>
    <IconButton component="a" href={href} aria-label={label} size="small">
      {icon}
    </IconButton>
  </LazyTooltip>
);
