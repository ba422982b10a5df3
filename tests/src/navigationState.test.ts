import { expect, test } from 'vitest';
import {
  atContactForm,
  atPayment,
  atQuickCheckin,
  atTab,
  comingBack,
  navigationState,
  returningTo,
  withOpenSale,
  withPanel,
} from '#src/navigationState.ts';

test.each([
  ['a tab', atTab('purchases'), { tab: 'purchases' }],
  ["a contact's form", atContactForm(), { tab: 'information', isEditing: true }],
  ['a way back', returningTo('/pos'), { returnTo: '/pos' }],
  ['the quick check-in', atQuickCheckin(), { field: 'quick-checkin' }],
  ['an open sale', withOpenSale('k1'), { openSale: 'k1' }],
  ['the payment step', atPayment, { step: 'payment' }],
  ['coming back to a list', comingBack, { isComingBack: true }],
  [
    'a panel over the payment step',
    withPanel({ ...atPayment.state, field: 'quick-checkin' }, { contactId: 'c1', task: 'collect' }),
    { step: 'payment', panel: { contactId: 'c1', task: 'collect' } },
  ],
])('State from one page is read by the next: %s', (_case, { state }, read) => {
  expect(navigationState(state)).toEqual(read);
});

test.each([
  ['nothing', null],
  ['a text', 'Saved'],
  ['another host as the way back', { returnTo: '//elsewhere.test' }],
  ['an address as the way back', { returnTo: 'https://elsewhere.test' }],
  ['a tab that there is not', { tab: 'secrets' }],
  [
    'values of another kind',
    { chosenContact: 'Maya', isEditing: 'yes', openSale: {}, isComingBack: 'yes', panel: 'c1' },
  ],
])('Unknown state in the history is left out: %s', (_case, state) => {
  expect(navigationState(state)).toEqual({});
});
