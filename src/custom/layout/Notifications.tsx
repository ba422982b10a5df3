import { Alert } from '@mui/material';
import { useNotificationContext, type NotificationPayload } from 'react-admin';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';

const NotificationSnackbar = lazyWithPreload(
  'notification',
  () => import('./NotificationSnackbar.tsx'),
  'NotificationSnackbar',
);

export const Notifications = () => {
  const { notifications } = useNotificationContext();
  const [shown] = notifications;
  return (
    <div aria-live="polite">
      {shown && (
        <LazyPart failed={<PlainNotification shown={shown} />}>
          <NotificationSnackbar shown={shown} />
        </LazyPart>
      )}
    </div>
  );
};

/** The fallback when the component cannot be loaded, as without a network. It stays until it is dismissed. */
const PlainNotification = ({ shown: { message, type } }: { shown: NotificationPayload }) => {
  const { takeNotification } = useNotificationContext();
  return (
    <Alert
      severity={type === 'error' ? 'error' : 'info'}
      onClose={() => takeNotification()}
      sx={{ position: 'fixed', bottom: 24, zIndex: 'snackbar' }}
    >
      {message}
    </Alert>
  );
};
