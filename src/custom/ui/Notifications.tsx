import { Suspense } from 'react';
import { useNotificationContext } from 'react-admin';
import { screen } from '#src/screen.tsx';

const Notification = screen('notification', () => import('./Notification.tsx'), 'Notification');

/** What `useNotify` says, one message after the other. What draws it is fetched with the first. */
export const Notifications = () => {
  const { notifications } = useNotificationContext();
  const [shown] = notifications;
  return (
    shown && (
      <Suspense fallback={null}>
        <Notification shown={shown} />
      </Suspense>
    )
  );
};
