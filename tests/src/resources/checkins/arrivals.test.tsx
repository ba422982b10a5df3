import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Checkin } from '#domain/checkins/contract.ts';
// The screen and its check-in are chunks of their own: loaded here, so that no test waits for them.
import '#src/custom/dashboard/DashboardPage.tsx';
import '#src/custom/dashboard/QuickCheckin.tsx';
import { pause } from '#src/resources/checkins/useLiveCheckins.ts';
import { checkinActions } from '#src/dataProvider/checkins.ts';
import { respond } from '#tests/support/consoleApi.ts';
import { buildCheckin, buildContact, buildLocation, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

afterEach(() => vi.restoreAllMocks());

type Listen = typeof checkinActions.liveCheckins;

/** The dashboard with rows that the test adds to, and the stream that announces them. */
const desk = async (live: (...given: Parameters<Listen>) => Promise<void>) => {
  const { arrive, api } = emptyDesk(live, ['First']);
  const list = await screen.findByRole('list', { name: 'Recent Activity' });
  return { arrive, list, api };
};

const emptyDesk = (live: (...given: Parameters<Listen>) => Promise<void>, present: readonly string[] = []) => {
  const rows: { checkin: Checkin; contact: ReturnType<typeof buildContact> }[] = [];
  const arrive = (firstName: string) => {
    const row = { ...buildCheckin(), contact: buildContact({ firstName, lastName: 'Example' }) };
    rows.unshift(row);
    return row.checkin.id;
  };
  present.forEach(arrive);
  vi.spyOn(checkinActions, 'liveCheckins').mockImplementation(live);
  const { api } = renderScreen(
    '/dashboard',
    {
      'GET /checkins': () => ({ checkins: rows, pagination: createPage(rows.length) }),
      'GET /checkins/summary': () => ({ days: [] }),
      'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }),
    },
    { locations: [buildLocation()] },
  );
  return { arrive, api };
};

const createLine = () => {
  let publish: (ids: readonly string[]) => void = () => undefined;
  const live: Listen = (_location, { onCheckins }) => {
    publish = onCheckins;
    return new Promise(() => undefined);
  };
  return { live, publish: (...ids: string[]) => act(async () => publish(ids)) };
};

test('a check-in made at another desk appears, marked as new', async () => {
  const line = createLine();
  const { arrive, list } = await desk(line.live);
  await line.publish(arrive('Second'));
  const row = (await within(list).findByText(/Second Example/)).closest('li');
  expect(within(row as HTMLElement).getByText('New')).toBeVisible();
  expect(within(list).getAllByText('New')).toHaveLength(1);
});

test('the first check-in of a gym appears automatically', async () => {
  const line = createLine();
  const { arrive } = emptyDesk(line.live);
  expect(await screen.findByText('No check-ins found')).toBeVisible();
  await line.publish(arrive('First'));
  expect(
    await within(await screen.findByRole('list', { name: 'Recent Activity' })).findByText(/First Example/),
  ).toBeVisible();
});

test('a new check-in never moves a row under the pointer: it is counted, and shown on request or when the pointer leaves', async () => {
  const line = createLine();
  const { arrive, list } = await desk(line.live);
  fireEvent.pointerEnter(list);
  await line.publish(arrive('Second'));
  await line.publish(arrive('Third'));
  const button = await screen.findByRole('button', { name: '2 new check-ins' });
  expect(within(list).queryByText(/Second Example/)).not.toBeInTheDocument();
  fireEvent.click(button);
  expect(await within(list).findByText(/Third Example/)).toBeVisible();

  await line.publish(arrive('Fourth'));
  expect(await screen.findByRole('button', { name: '1 new check-in' })).toBeVisible();
  fireEvent.pointerLeave(list.parentElement as HTMLElement);
  expect(await within(list).findByText(/Fourth Example/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /new check-in/ })).not.toBeInTheDocument();
});

test('nor does it move the focused row, until the focus leaves the rows', async () => {
  const line = createLine();
  const { arrive, list } = await desk(line.live);
  const inside = list.appendChild(document.createElement('button'));
  fireEvent.keyDown(document.body, { key: 'Tab' });
  act(() => inside.focus());
  await line.publish(arrive('Second'));
  expect(await screen.findByRole('button', { name: '1 new check-in' })).toBeVisible();
  expect(within(list).queryByText(/Second Example/)).not.toBeInTheDocument();
  act(() => inside.blur());
  expect(await within(list).findByText(/Second Example/)).toBeVisible();
});

test('each wait removes its listener from the signal', async () => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  for (let turn = 0; turn < 3; turn += 1) await pause(1, signal);
  expect(added).toHaveBeenCalledTimes(3);
  expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(added.mock.calls.map(([, listener]) => listener));
});

test('a wait ends when it is aborted', async () => {
  const waiting = new AbortController();
  const ended = pause(60_000, waiting.signal);
  waiting.abort();
  await expect(ended).resolves.toBeUndefined();
});

test('without live updates it polls slowly', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { arrive, list } = await desk(() => Promise.reject(respond(404, {})));
  arrive('Second');
  await act(() => vi.advanceTimersByTimeAsync(16_000));
  expect(await within(list).findByText(/Second Example/)).toBeVisible();
});

test('a tab listens again as soon as the browser is online again, and refetches', async () => {
  const { arrive, list } = await desk(() => Promise.reject(respond(404, {})));
  const before = vi.mocked(checkinActions.liveCheckins).mock.calls.length;
  arrive('Second');
  fireEvent(window, new Event('online'));
  expect(vi.mocked(checkinActions.liveCheckins).mock.calls.length).toBe(before + 1);
  expect(await within(list).findByText(/Second Example/)).toBeVisible();
});

test('a hidden tab does not listen, and refetches once it is visible', async () => {
  const line = createLine();
  const { arrive, list } = await desk(line.live);
  const signal = vi.mocked(checkinActions.liveCheckins).mock.calls[0]?.[2];
  const turn = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    fireEvent(document, new Event('visibilitychange'));
  };
  turn('hidden');
  expect(signal?.aborted).toBe(true);
  arrive('Second');
  turn('visible');
  expect(await within(list).findByText(/Second Example/)).toBeVisible();
  await waitFor(() => expect(checkinActions.liveCheckins).toHaveBeenCalledTimes(2));
});
