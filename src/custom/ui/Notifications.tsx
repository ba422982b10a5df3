import Alert from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { useEffect, useState } from 'react';
import { useNotificationContext, useTranslate, type NotificationPayload } from 'react-admin';

/** What `useNotify` says, one message after the other. */
export const Notifications = () => {
  const { notifications, takeNotification } = useNotificationContext();
  const [shown, setShown] = useState<NotificationPayload>();
  const [isOpen, setOpen] = useState(false);
  const translate = useTranslate();
  useEffect(() => {
    if (shown || notifications.length === 0) return;
    setShown(takeNotification() ?? undefined);
    setOpen(true);
  }, [notifications, shown, takeNotification]);
  if (!shown) return null;
  const { message, type, notificationOptions } = shown;
  return (
    <Snackbar
      open={isOpen}
      autoHideDuration={notificationOptions?.autoHideDuration ?? 5000}
      onClose={(_event, reason) => reason !== 'clickaway' && setOpen(false)}
      slotProps={{ transition: { onExited: () => setShown(undefined) } }}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
    >
      <Alert severity={type === 'error' || type === 'warning' || type === 'success' ? type : 'info'} onClose={() => setOpen(false)}>
        {typeof message === 'string' ? translate(message, { _: message, ...notificationOptions?.messageArgs }) : message}
      </Alert>
    </Snackbar>
  );
};
