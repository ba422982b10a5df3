import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { storeKioskToken } from '#src/custom/kiosk/kioskToken.ts';
import { renderAuth } from '#tests/support/render.tsx';
import '#src/custom/kiosk/KioskPage.tsx';
import '#src/custom/kiosk/CameraScanner.tsx';

// No picture shows a code.
vi.mock('#src/custom/kiosk/detector.ts', () => ({ readPicture: async () => undefined }));

const self = {
  device: { id: '01900000-0000-7000-8000-0000000000b2', kind: 'kiosk', name: 'Tablet' },
  location: { id: '01900000-0000-7000-8000-0000000000c1', name: 'Denver', timezone: 'America/Denver' },
  company: { id: '01900000-0000-7000-8000-0000000000c2', name: 'Iron Peak' },
};

interface Wanted {
  video: { facingMode?: string; deviceId?: { ideal: string } };
}

const stopped: string[] = [];
const front = { deviceId: 'front', facingMode: 'user' };
const back = { deviceId: 'back', facingMode: 'environment' };

/** A tablet with these cameras. */
function stubCameras(...cameras: (typeof front)[]) {
  const getUserMedia = vi.fn<(wanted: Wanted) => Promise<object>>(async ({ video }) => {
    const camera = cameras.find(({ deviceId }) => deviceId === video.deviceId?.ideal) ?? cameras[0]!;
    const track = { getSettings: () => camera, stop: () => stopped.push(camera.deviceId) };
    return { getTracks: () => [track], getVideoTracks: () => [track] };
  });
  const enumerateDevices = async () => [
    { kind: 'audioinput', deviceId: 'microphone' },
    ...cameras.map(({ deviceId }) => ({ kind: 'videoinput', deviceId })),
  ];
  const mediaDevices = { getUserMedia, enumerateDevices };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices }));
  return () => getUserMedia.mock.lastCall?.[0].video;
}

beforeEach(() => {
  localStorage.clear();
  stopped.length = 0;
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function scanning() {
  storeKioskToken(`spd_${'a'.repeat(38)}`);
  const page = renderAuth('/kiosk', { 'GET /devices/self': () => self });
  await page.user.click(await screen.findByRole('button', { name: 'Scan with the camera' }));
  return page;
}
const picture = () => screen.findByLabelText('Camera picture');

test('begins with the camera that faces the member, as in a mirror', async () => {
  const wanted = stubCameras(front);
  await scanning();
  await picture();
  await waitFor(() => expect(wanted()).toEqual({ facingMode: 'user' }));
  expect(await picture()).toHaveAttribute('data-back', 'false');
  expect(screen.queryByRole('button', { name: 'Switch camera' })).not.toBeInTheDocument();
});

test('switches between several cameras, turns the one before off, and keeps the choice on this device', async () => {
  const wanted = stubCameras(front, back);
  const { user, unmount } = await scanning();
  await user.click(await screen.findByRole('button', { name: 'Switch camera' }));
  await waitFor(async () => expect(await picture()).toHaveAttribute('data-back', 'true'));
  expect(wanted()).toEqual({ deviceId: { ideal: 'back' } });
  expect(stopped).toEqual(['front']);
  unmount();

  renderAuth('/kiosk', { 'GET /devices/self': () => self });
  await waitFor(async () => expect(await picture()).toHaveAttribute('data-back', 'true'));
  expect(wanted()).toEqual({ deviceId: { ideal: 'back' } });
});

test('goes back to the first camera after the last', async () => {
  const wanted = stubCameras(front, back);
  const { user } = await scanning();
  await user.click(await screen.findByRole('button', { name: 'Switch camera' }));
  await waitFor(async () => expect(await picture()).toHaveAttribute('data-back', 'true'));
  await user.click(await screen.findByRole('button', { name: 'Switch camera' }));
  await waitFor(async () => expect(await picture()).toHaveAttribute('data-back', 'false'));
  expect(wanted()).toEqual({ deviceId: { ideal: 'front' } });
});

test('uses another camera when the chosen one is gone', async () => {
  localStorage.setItem('kioskCameraId', 'unplugged');
  stubCameras(front, back);
  await scanning();
  expect(await screen.findByRole('button', { name: 'Switch camera' })).toBeVisible();
  expect(screen.queryByText(/The camera is not available/)).not.toBeInTheDocument();
});

test('fills the screen where a page may, and then no longer offers it', async () => {
  let inFull: Element | null = null;
  const show = (element: Element | null) => {
    inFull = element;
    document.dispatchEvent(new Event('fullscreenchange'));
  };
  Object.defineProperties(document, {
    fullscreenEnabled: { value: true, configurable: true },
    fullscreenElement: { get: () => inFull, configurable: true },
  });
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'fullscreenEnabled');
    Reflect.deleteProperty(document, 'fullscreenElement');
  });
  const enter = vi.fn<() => Promise<void>>(async () => show(document.documentElement));
  Object.assign(document.documentElement, { requestFullscreen: enter });
  storeKioskToken(`spd_${'a'.repeat(38)}`);
  const { user } = renderAuth('/kiosk', { 'GET /devices/self': () => self });
  await user.click(await screen.findByRole('button', { name: 'Full screen' }));
  expect(enter).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('button', { name: 'Full screen' })).not.toBeInTheDocument();
  act(() => show(null));
  expect(screen.getByRole('button', { name: 'Full screen' })).toBeVisible();
});

test('does not offer to fill the screen where a page may not', async () => {
  storeKioskToken(`spd_${'a'.repeat(38)}`);
  renderAuth('/kiosk', { 'GET /devices/self': () => self });
  await screen.findByLabelText('Your code');
  expect(screen.queryByRole('button', { name: 'Full screen' })).not.toBeInTheDocument();
});
