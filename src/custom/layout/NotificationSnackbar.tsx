import { Alert, Snackbar } from '@mui/material';
import { useState } from 'react';
import { useTranslate, type NotificationPayload } from 'react-admin';
import { successBannerMs } from '#src/limits.ts';

interface NotificationSnackbarProps {
  shown: NotificationPayload;
  onGone: () => void;
}

export const NotificationSnackbar = ({ shown, onGone }: NotificationSnackbarProps) => {
  const [closed, setClosed] = useState<NotificationPayload>();
  const translate = useTranslate();
  const { message, type, notificationOptions } = shown;
  return (
    <Snackbar
      open={shown !== closed}
      autoHideDuration={notificationOptions?.autoHideDuration ?? (type === 'success' ? successBannerMs : 5000)}
      onClose={(_event, reason) => reason !== 'clickaway' && setClosed(shown)}
      transitionDuration={atOnce}
      slotProps={{ transition: { onExited: onGone } }}
      sx={type === 'success' ? clickThrough : undefined}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
    >
      <Alert
        severity={type === 'error' || type === 'warning' || type === 'success' ? type : 'info'}
        role={type === 'success' ? 'presentation' : 'alert'}
        sx={{ boxShadow: 6 }}
        onClose={() => setClosed(shown)}
      >
        {typeof message === 'string'
          ? translate(message, { _: message, ...notificationOptions?.messageArgs })
          : message}
      </Alert>
    </Snackbar>
  );
};

/** Appears at once, and fades out. */
const atOnce = { enter: 0, exit: 195 };

/** A success message lets clicks through. */
const clickThrough = { pointerEvents: 'none', '& button, & a': { pointerEvents: 'auto' } } as const;
