import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** All digits at once: the field is Stripe's, so nothing of ours hears its keys. */
export async function enterCard(user: UserEvent, number = '4242424242424242'): Promise<void> {
  await user.click(await screen.findByLabelText('Card number'));
  await user.paste(number);
}
