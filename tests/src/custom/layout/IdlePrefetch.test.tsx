import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
// Its own chunk, so that the test does not wait for it.
import '#src/custom/ui/ListRehearsal.tsx';
import { renderConsole } from '#tests/support/render.tsx';

const idle: (() => void)[] = [];
beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work));
  vi.stubGlobal('cancelIdleCallback', () => undefined);
});
afterEach(() => {
  idle.length = 0;
  vi.unstubAllGlobals();
});

test('While nobody waits a list is drawn once out of sight; it asks for nothing and leaves nothing behind', async () => {
  const { api, unmount } = renderConsole('/training');
  await screen.findByRole('heading', { name: 'Training' });
  const drawn: Element[] = [];
  const observer = new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    drawn.push(...added.filter((node) => node instanceof Element).filter((element) => element.querySelector('table')));
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const asked = api.calls.length;
  expect(idle).toHaveLength(1);
  await act(async () => idle[0]?.());
  await waitFor(() => expect(drawn).toHaveLength(1));
  await waitFor(() => expect(document.querySelector('table')).toBeNull());
  observer.disconnect();
  expect(drawn[0]).toHaveAttribute('hidden');
  expect(api.calls).toHaveLength(asked);
  // The other screens' turn comes when nobody waits again.
  expect(idle).toHaveLength(2);
  unmount();
});
