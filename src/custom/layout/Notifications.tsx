import { Alert, Box } from '@mui/material';
import { CloseNotificationContext, useNotificationContext } from 'react-admin';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { notificationPlace } from './notificationPlace.ts';

const NotificationStack = lazyWithPreload('notification', () => import('./NotificationStack.tsx'), 'NotificationStack');

export const Notifications = () => {
  const { notifications } = useNotificationContext();
  return (
    <div aria-live="polite">
      {notifications.length > 0 && (
        <LazyPart failed={<PlainNotification />}>
          <NotificationStack />
        </LazyPart>
      )}
    </div>
  );
};

/** The newest message, when the component cannot be loaded, as without a network. It stays until it is dismissed. */
const PlainNotification = () => {
  const { notifications, resetNotifications } = useNotificationContext();
  const newest = notifications.at(-1);
  return (
    <Box sx={notificationPlace}>
      <Alert
        severity={newest?.type === 'error' ? 'error' : 'info'}
        onClose={resetNotifications}
        sx={{ pointerEvents: 'auto' }}
      >
        <CloseNotificationContext.Provider value={resetNotifications}>
          {newest?.message}
        </CloseNotificationContext.Provider>
      </Alert>
    </Box>
  );
};
