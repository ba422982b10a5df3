/** A newer message comes above an older one, which does not move under somebody's hand. */
export const notificationPlace = {
  position: 'fixed',
  bottom: { xs: 8, sm: 24 },
  left: 8,
  right: 8,
  zIndex: 'snackbar',
  display: 'flex',
  flexDirection: 'column-reverse',
  alignItems: 'center',
  gap: 1,
  pointerEvents: 'none',
  // Buttons at the lower edge stay in sight and in reach.
  'body:has(.bottom-bar, .MuiDialog-paperFullScreen) &': { bottom: 'calc(84px + env(safe-area-inset-bottom))' },
} as const;
