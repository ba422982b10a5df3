import type { ActorType } from '#domain/activity/contract.ts';

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

/** The id is that of the user who sent the file. */
export const importActor = (sentBy: Actor): Actor => ({ ...sentBy, name: 'Import' });

const nobody = { id: null, requestId: null };
/** However Spotter learned of them. */
export const stripeActor: Actor = { ...nobody, type: 'stripe', name: 'Stripe' };
export const renewalsActor: Actor = { ...nobody, type: 'job', name: 'Renewals' };
export const payerActor = (requestId: string): Actor => ({ ...stripeActor, name: 'Payment link', requestId });
/** Whoever signs by a link. */
export const signerActor = (requestId: string): Actor => ({ ...nobody, type: 'job', name: 'Signing link', requestId });
export const operatorActor: Actor = { ...nobody, type: 'operator', name: 'Operator' };
