import { Suspense } from 'react';
import { useNotificationContext } from 'react-admin';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

const Notification = lazyWithPreload('notification', () => import('./Notification.tsx'), 'Notification');

/** The messages of `useNotify`, one after the other. The component is loaded with the first. */
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
