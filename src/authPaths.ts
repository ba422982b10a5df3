/** The routes that need no sign-in. */
export const authPaths = {
  login: '/login',
  forgotPassword: '/forgot-password',
  changePassword: '/change-password',
  verifyEmail: '/verify-email',
  setup: '/setup',
  invitation: '/invitation',
  pay: '/pay',
  card: '/card',
  verify: '/verify',
  sign: '/sign',
  kiosk: '/kiosk',
} as const;

export type AuthPath = (typeof authPaths)[keyof typeof authPaths];

/** For people who have no account. */
export const isVisitorPath = (path: string): boolean => /^\/(pay|card|verify|sign|kiosk)$/.test(path);

export const isAuthPath = (path: string): path is AuthPath => Object.values<string>(authPaths).includes(path);
