/** The routes that need no sign-in. People who open `/pay` have no account. */
export const authPaths = {
  login: '/login',
  forgotPassword: '/forgot-password',
  changePassword: '/change-password',
  verifyEmail: '/verify-email',
  setup: '/setup',
  invitation: '/invitation',
  pay: '/pay',
} as const;

export type AuthPath = (typeof authPaths)[keyof typeof authPaths];

export const isAuthPath = (path: string): path is AuthPath => Object.values<string>(authPaths).includes(path);
