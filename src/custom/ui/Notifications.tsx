import { lazy, Suspense } from 'react';
import { useNotificationContext } from 'react-admin';

const Notification = lazy(() => import('./Notification.tsx').then((module) => ({ default: module.Notification })));

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
