import { Alert } from '@mui/material';
import { useNotificationContext, type NotificationPayload } from 'react-admin';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';

const NotificationSnackbar = lazyWithPreload(
  'notification',
  () => import('./NotificationSnackbar.tsx'),
  'NotificationSnackbar',
);

/** The newest message, which replaces the ones before it. */
export const Notifications = () => {
  const { notifications, setNotifications } = useNotificationContext();
  const shown = notifications.at(-1);
  const onGone = () => setNotifications((all) => all.slice(notifications.length));
  return (
    <div aria-live="polite">
      {shown && (
        <LazyPart failed={<PlainNotification shown={shown} onClose={onGone} />}>
          <NotificationSnackbar key={notifications.length} shown={shown} onGone={onGone} />
        </LazyPart>
      )}
    </div>
  );
};

/** The fallback when the component cannot be loaded, as without a network. It stays until it is dismissed. */
const PlainNotification = ({ shown: { message, type }, onClose }: PlainNotificationProps) => (
  <Alert
    severity={type === 'error' ? 'error' : 'info'}
    onClose={onClose}
    sx={{ position: 'fixed', bottom: 24, zIndex: 'snackbar' }}
  >
    {message}
  </Alert>
);

interface PlainNotificationProps {
  shown: NotificationPayload;
  onClose: () => void;
}
