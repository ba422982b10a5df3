import type { LoginResponse } from '#domain/contract/auth.ts';
import type { MessageResponse } from '#domain/contract/common.ts';
import type { AcceptInvitationBody, Invitation } from '#domain/contract/users.ts';
import { http } from '#src/dataProvider/http.ts';
import { startSession } from './session.ts';

/** The calls of the sign-in pages. They need nothing of react-admin, so that those pages stay light. */
export const signIn = async (email: string, password: string) => {
  const answer = await http<LoginResponse>('/auth/login', { method: 'POST', body: { email, password }, anonymous: true });
  startSession(answer);
};

export const requestReset = (email: string) =>
  http<MessageResponse>('/auth/forgot-password', { method: 'POST', body: { email }, anonymous: true });

export const changePassword = (token: string, newPassword: string) =>
  http<MessageResponse>('/auth/change-password', { method: 'POST', body: { token, newPassword }, anonymous: true });

export const verifyEmail = (token: string) =>
  http<MessageResponse>(`/auth/verify-email/${encodeURIComponent(token)}`, { anonymous: true });

const invitationPath = (token: string) => `/invitations/${encodeURIComponent(token)}`;

export const readInvitation = (token: string, signal: AbortSignal) => http<Invitation>(invitationPath(token), { anonymous: true, signal });

/** Accepts and signs in, in the place of whoever was signed in here. */
export const acceptInvitation = async (token: string, body: AcceptInvitationBody) => {
  startSession(await http<LoginResponse>(invitationPath(token), { method: 'POST', body: body ?? {}, anonymous: true }));
};
