import type { ActorType } from '#domain/activity/contract.ts';

/** The author of a change, as the activity log names it. */
export interface Actor {
  readonly type: ActorType;
  readonly id: string | null;
  readonly name: string;
  readonly requestId: string | null;
}

interface User {
  readonly userId: string;
  readonly firstName: string;
  readonly lastName: string;
}

export const userActor = ({ userId, firstName, lastName }: User, requestId: string | null): Actor => ({
  type: 'user',
  id: userId,
  name: `${firstName} ${lastName}`,
  requestId,
});

/** Changes from an imported file. The id is that of the user who sent it. */
export const importActor = (sentBy: Actor): Actor => ({ ...sentBy, name: 'Import' });

const nobody = { id: null, requestId: null };
/** Changes that Stripe reports, however Spotter learned of them. */
export const stripeActor: Actor = { ...nobody, type: 'stripe', name: 'Stripe' };
export const renewalsActor: Actor = { ...nobody, type: 'job', name: 'Renewals' };
/** A person who pays by a payment link, without signing in. */
export const payerActor = (requestId: string): Actor => ({ ...stripeActor, name: 'Payment link', requestId });
/** A command on the server's own machine. */
export const operatorActor: Actor = { ...nobody, type: 'operator', name: 'Operator' };
