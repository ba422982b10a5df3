import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CameraDialog } from '#src/ui/photo/CameraDialog.tsx';
import { later } from '#tests/support/consoleApi.ts';
import { render } from '#tests/support/unstyled.tsx';

const getUserMedia = vi.fn<(wanted: MediaStreamConstraints) => Promise<MediaStream>>();
const track = { stop: vi.fn<() => void>(), addEventListener: vi.fn<(name: string, heard: () => void) => void>() };
const stream = { getTracks: () => [track] } as unknown as MediaStream;

beforeEach(() => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia } }));
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => {
  vi.restoreAllMocks();
  getUserMedia.mockReset();
});

const opened = () => {
  const onPhoto = vi.fn<(photo: File) => void>();
  const onClose = vi.fn<() => void>();
  return { user: userEvent.setup(), onPhoto, onClose, ...render(<CameraDialog onPhoto={onPhoto} onClose={onClose} />) };
};
const capture = () => screen.getByRole('button', { name: 'Capture photo' });

test('Camera states: starting, then ready', async () => {
  const started = later<MediaStream>();
  getUserMedia.mockReturnValue(started.promise);
  opened();
  expect(screen.getByText('Starting camera...')).toBeVisible();
  expect(capture()).toBeDisabled();
  started.settle(stream);
  await waitFor(() => expect(capture()).toBeEnabled());
  expect(screen.queryByText('Starting camera...')).not.toBeInTheDocument();
});

test('It asks for the rear camera, ideally 640x480, at most 1280x720', () => {
  getUserMedia.mockReturnValue(later<MediaStream>().promise);
  opened();
  expect(getUserMedia).toHaveBeenCalledExactlyOnceWith({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 640, max: 1280 }, height: { ideal: 480, max: 720 } },
  });
});

test("Error text is 'Camera not available' with Retry", async () => {
  getUserMedia.mockRejectedValueOnce(new DOMException('denied', 'NotAllowedError')).mockResolvedValue(stream);
  const { user } = opened();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Camera not available');
  expect(alert).toHaveTextContent('Unable to access your camera. Please check your permissions or try again.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(capture()).toBeEnabled());
});

test('A camera that is taken away is an error', async () => {
  getUserMedia.mockResolvedValue(stream);
  opened();
  await waitFor(() => expect(capture()).toBeEnabled());
  track.addEventListener.mock.lastCall?.[1]();
  expect(await screen.findByRole('alert')).toHaveTextContent('Camera not available');
});

test('The photo is a JPEG of quality 0.9, saved as camera-capture.jpg, and the camera is released', async () => {
  getUserMedia.mockResolvedValue(stream);
  const toBlob = vi
    .spyOn(HTMLCanvasElement.prototype, 'toBlob')
    .mockImplementation((done, type) => done(new Blob(['jpeg'], { type: type ?? '' })));
  const { user, onPhoto, unmount } = opened();
  await waitFor(() => expect(capture()).toBeEnabled());
  await user.click(capture());
  expect(toBlob).toHaveBeenCalledExactlyOnceWith(expect.any(Function), 'image/jpeg', 0.9);
  await waitFor(() => expect(onPhoto).toHaveBeenCalledOnce());
  expect(onPhoto.mock.lastCall?.[0]).toMatchObject({ name: 'camera-capture.jpg', type: 'image/jpeg' });
  track.stop.mockClear();
  unmount();
  expect(track.stop).toHaveBeenCalledOnce();
});
