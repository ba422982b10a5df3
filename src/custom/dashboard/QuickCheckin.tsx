import HowToReg from '@mui/icons-material/HowToReg';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { checkinSuccessMs } from '#domain/rules/limits.ts';
import { ContactSearch } from '#src/custom/ui/ContactSearch.tsx';
import { hasKeyboard } from '#src/custom/ui/hasKeyboard.ts';
import { navigationState } from '#src/navigationState.ts';
import { Section } from '#src/custom/ui/Section.tsx';
import type { ContactRow } from '#src/dataProvider/contacts.ts';
import { CheckinMessage } from './CheckinMessage.tsx';
import { NextSteps } from './NextSteps.tsx';
import { StandingCard } from './StandingCard.tsx';
import { useCheckin } from './useCheckin.ts';

/** Type, pick a member, press Check In Member. */
export const QuickCheckin = () => {
  const [member, setMember] = useState<ContactRow | null>(null);
  const { mutate, reset, data: outcome, error, variables: checkedIn, isPending } = useCheckin();
  const button = useRef<HTMLButtonElement>(null);
  const search = useRef<HTMLInputElement>(null);

  const { state } = useLocation();
  useEffect(() => {
    if (navigationState(state).field === 'quick-checkin') search.current?.focus();
  }, [state]);

  // The next key press checks in, or searches again.
  const isOpened = useRef(false);
  useEffect(() => {
    if (isOpened.current || hasKeyboard()) (member ? button : search).current?.focus({ preventScroll: !isOpened.current });
    isOpened.current = true;
  }, [member]);

  useEffect(() => {
    if (!outcome?.granted) return undefined;
    const timer = setTimeout(reset, checkinSuccessMs);
    return () => clearTimeout(timer);
  }, [outcome, reset]);

  const choose = (chosen: ContactRow | null) => {
    setMember(chosen);
    reset();
  };
  const checkIn = () => {
    if (!member || isPending) return;
    mutate(member, {
      onSuccess: ({ granted }) => {
        if (granted) setMember(null);
      },
    });
  };
  return (
    <Section title="Quick Check-in" text="Find a member by name or email.">
      <Box sx={{ display: 'grid', gap: 2 }}>
        <ContactSearch
          label="Search members"
          placeholder="Type a name or email..."
          emptyText="No members found"
          filter={membersOnly}
          value={member}
          onChange={choose}
          inputRef={search}
        />
        <Button
          ref={button}
          variant="contained"
          size="large"
          startIcon={<HowToReg />}
          disabled={!member}
          loading={isPending}
          loadingPosition="start"
          onClick={checkIn}
        >
          Check In Member
        </Button>
        <CheckinMessage outcome={outcome} error={error} contact={checkedIn} onClose={reset} />
        {member && <StandingCard member={member}>{outcome?.granted === false && <NextSteps contactId={member.id} />}</StandingCard>}
      </Box>
    </Section>
  );
};

const membersOnly = { memberFilter: 'members' };
