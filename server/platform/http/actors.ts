import type { ActorType } from '#domain/activity/contract.ts';

export interface Actor {
  readonly type: ActorType;
  readonly id: string | null;
  readonly name: string;
  readonly requestId: string | null;
  /** The user for whom an API key acts. */
  readonly actsFor?: string;
}

/** When something happens, and by whom. */
export interface Occasion {
  readonly now: Date;
  readonly actor: Actor;
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

export const apiKeyActor = (
  { id, name }: { readonly id: string; readonly name: string },
  { userId }: Pick<User, 'userId'>,
  requestId: string | null,
): Actor => ({ type: 'api_key', id, name, requestId, actsFor: userId });

export const deviceActor = (
  { id, name }: { readonly id: string; readonly name: string },
  requestId: string | null,
): Actor => ({ type: 'device', id, name, requestId });

/** For an API key it is the user who made it. Null when no user did it. */
export const toUserId = ({ type, id, actsFor }: Actor): string | null => (type === 'user' ? id : (actsFor ?? null));

/** The id is that of the user who sent the file. */
export const importActor = (sentBy: Actor): Actor => ({ ...sentBy, name: 'Import' });

const nobody = { id: null, requestId: null };
/** However Spotter learned of them. */
export const stripeActor: Actor = { ...nobody, type: 'stripe', name: 'Stripe' };
export const renewalsActor: Actor = { ...nobody, type: 'job', name: 'Renewals' };
export const payerActor = (requestId: string): Actor => ({ ...stripeActor, name: 'Payment link', requestId });
/** Whoever saves a card by a link. */
export const cardLinkActor = (requestId: string): Actor => ({ ...stripeActor, name: 'Card link', requestId });
/** Whoever signs by a link. */
export const signerActor = (requestId: string): Actor => ({ ...nobody, type: 'job', name: 'Signing link', requestId });
export const erasureActor: Actor = { ...nobody, type: 'job', name: 'Erasure' };
export const operatorActor: Actor = { ...nobody, type: 'operator', name: 'Operator' };
