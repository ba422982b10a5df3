import { screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { afterAll, expect, test, vi } from 'vitest';
import { IdlePrefetch } from '#src/performance/IdlePrefetch.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { render } from '#tests/support/unstyled.tsx';

const idle: (() => void)[] = [];
vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work));
vi.stubGlobal('cancelIdleCallback', () => idle.splice(0));
afterAll(() => vi.unstubAllGlobals());

test('The other screens are prefetched when the first one has its data, not before', async () => {
  const load = vi.fn(async () => ({ Page: () => null }));
  lazyWithPreload('other', load, 'Page');
  let response = (_text: string) => {};
  const Screen = () =>
    useQuery({ queryKey: ['data'], queryFn: () => new Promise<string>((resolve) => (response = resolve)) }).data ??
    'Loading...';
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Screen />
      <IdlePrefetch />
    </QueryClientProvider>,
  );
  expect(idle).toHaveLength(0);
  await act(async () => response('Ready'));
  expect(await screen.findByText('Ready')).toBeVisible();
  await act(async () => idle[0]?.());
  expect(load).toHaveBeenCalledOnce();
});
