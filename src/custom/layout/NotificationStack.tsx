import { Alert, Box, Snackbar } from '@mui/material';
import { useState } from 'react';
import { CloseNotificationContext, useNotificationContext, useTranslate, type NotificationPayload } from 'react-admin';
import { successBannerMs } from '#src/limits.ts';
import { notificationPlace } from './notificationPlace.ts';

/** The newest message replaces the ones before it, except those with a time of their own: they offer something, such as Undo. */
export const NotificationStack = () => {
  const { notifications, setNotifications } = useNotificationContext();
  const newest = notifications.at(-1);
  const remove = (gone: NotificationPayload) =>
    setNotifications((all) => all.filter((one) => one !== gone && (one === all.at(-1) || hasOwnTime(one))));
  return (
    <Box sx={notificationPlace}>
      {notifications.map(
        (one) =>
          (one === newest || hasOwnTime(one)) && (
            <NotificationSnackbar key={toKey(one)} shown={one} onGone={() => remove(one)} />
          ),
      )}
    </Box>
  );
};

const hasOwnTime = ({ notificationOptions }: NotificationPayload) =>
  notificationOptions?.autoHideDuration !== undefined;

/** Stays the same when an earlier message is removed. */
const keys = new WeakMap<NotificationPayload, number>();
let lastKey = 0;
const toKey = (shown: NotificationPayload) => {
  const key = keys.get(shown) ?? (lastKey += 1);
  keys.set(shown, key);
  return key;
};

interface NotificationSnackbarProps {
  shown: NotificationPayload;
  onGone: () => void;
}

const NotificationSnackbar = ({ shown, onGone }: NotificationSnackbarProps) => {
  const [isOpen, setOpen] = useState(true);
  const translate = useTranslate();
  const { message, type, notificationOptions } = shown;
  const { autoHideDuration = type === 'success' ? successBannerMs : 5000 } = notificationOptions ?? {};
  const close = () => setOpen(false);
  return (
    <Snackbar
      open={isOpen}
      autoHideDuration={autoHideDuration}
      onClose={(_event, reason) => reason !== 'clickaway' && close()}
      transitionDuration={atOnce}
      slotProps={{ transition: { onExited: onGone } }}
      sx={type === 'success' ? clickThrough : stacked}
    >
      <Alert
        severity={type === 'error' || type === 'warning' || type === 'success' ? type : 'info'}
        role={type === 'success' ? 'presentation' : 'alert'}
        sx={{ boxShadow: 6 }}
        onClose={close}
      >
        <CloseNotificationContext.Provider value={close}>
          {typeof message === 'string'
            ? translate(message, { _: message, ...notificationOptions?.messageArgs })
            : message}
        </CloseNotificationContext.Provider>
      </Alert>
    </Snackbar>
  );
};

/** Appears at once, and fades out. */
const atOnce = { enter: 0, exit: 195 };

const stacked = { position: 'static', transform: 'none', pointerEvents: 'auto' } as const;

/** A success message lets clicks through. */
const clickThrough = {
  ...stacked,
  pointerEvents: 'none',
  '& button, & a': { pointerEvents: 'auto' },
} as const;
