import Alert from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { useState } from 'react';
import { useNotificationContext, useTranslate, type NotificationPayload } from 'react-admin';

/** What `useNotify` says, one message after the other. */
export const Notifications = () => {
  const { notifications, takeNotification } = useNotificationContext();
  const [closed, setClosed] = useState<NotificationPayload>();
  const translate = useTranslate();
  const shown = notifications[0];
  if (!shown) return null;
  const { message, type, notificationOptions } = shown;
  return (
    <Snackbar
      open={shown !== closed}
      autoHideDuration={notificationOptions?.autoHideDuration ?? 5000}
      onClose={(_event, reason) => reason !== 'clickaway' && setClosed(shown)}
      slotProps={{ transition: { onExited: () => takeNotification() } }}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
    >
      <Alert severity={type === 'error' || type === 'warning' || type === 'success' ? type : 'info'} onClose={() => setClosed(shown)}>
        {typeof message === 'string' ? translate(message, { _: message, ...notificationOptions?.messageArgs }) : message}
      </Alert>
    </Snackbar>
  );
};
