import { act } from '@testing-library/react';

/** Leaves the page as Back does. */
export const leaveFor = (path: string) => {
  act(() => window.history.pushState(null, '', path));
  act(() => void window.dispatchEvent(new PopStateEvent('popstate', { state: null })));
};

/** Whether the browser asks before the tab is closed. */
export const isTabHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
