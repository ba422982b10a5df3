import type {
  ChangePasswordResponse,
  LoginResponse,
  SecondFactorNeeded,
  SignInOutcome,
} from '#domain/auth/contract.ts';
import type { MessageResponse } from '#domain/shared/contract.ts';
import type { AcceptInvitationBody, Invitation } from '#domain/users/contract.ts';
import { http } from '#src/dataProvider/http.ts';
import { startSession } from './session.ts';

/** The calls of the sign-in pages. They use nothing from react-admin, which keeps those pages small. */
export const signIn = async (email: string, password: string) =>
  begin(await http<SignInOutcome>('/auth/login', { method: 'POST', body: { email, password }, anonymous: true }));

export type Challenge = SecondFactorNeeded['secondFactor'];

const begin = (response: SignInOutcome): Challenge | undefined => {
  if ('secondFactor' in response) return response.secondFactor;
  startSession(response);
  return undefined;
};

/** Browsers offer passkeys over `https:` and on localhost only. */
export const canUsePasskeys = () => 'PublicKeyCredential' in window;

export const signInWithCode = async ({ token }: Challenge, code: string) =>
  startSession(
    await http<LoginResponse>('/auth/second-factor', { method: 'POST', body: { token, code }, anonymous: true }),
  );

export const requestReset = (email: string) =>
  http<MessageResponse>('/auth/forgot-password', { method: 'POST', body: { email }, anonymous: true });

export const changePassword = (token: string, newPassword: string) =>
  http<ChangePasswordResponse>('/auth/change-password', {
    method: 'POST',
    body: { token, newPassword },
    anonymous: true,
  });

export const verifyEmail = (token: string) =>
  http<MessageResponse>(`/auth/verify-email/${encodeURIComponent(token)}`, { anonymous: true });

const invitationPath = (token: string) => `/invitations/${encodeURIComponent(token)}`;

export const readInvitation = (token: string, signal: AbortSignal) =>
  http<Invitation>(invitationPath(token), { anonymous: true, signal });

/** Accepts the invitation and signs in. Anyone else who was signed in on this device is signed out. */
export const acceptInvitation = async (token: string, body: AcceptInvitationBody) =>
  begin(await http<SignInOutcome>(invitationPath(token), { method: 'POST', body: body ?? {}, anonymous: true }));
