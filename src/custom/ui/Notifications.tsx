import { Suspense } from 'react';
import { useNotificationContext } from 'react-admin';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

const Notification = lazyWithPreload('notification', () => import('./Notification.tsx'), 'Notification');

/** What `useNotify` says, one message after the other. What draws it is fetched with the first. */
export const Notifications = () => {
  const { notifications } = useNotificationContext();
  const [shown] = notifications;
  return (
    <div aria-live="polite">
      {shown && (
        <Suspense fallback={null}>
          <Notification shown={shown} />
        </Suspense>
      )}
    </div>
  );
};
