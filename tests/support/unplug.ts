import { onTestFinished, vi } from 'vitest';

/** Leaves the browser without a network, at a server on this host. Returns what brings the network back. */
export const unplug = (host = 'spotter.test') => {
  vi.stubGlobal('location', new URL(window.location.pathname, `https://${host}`));
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => onLine.mockRestore());
  return () => void onLine.mockReturnValue(true);
};
