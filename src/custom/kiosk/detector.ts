import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

// Without this it would load the file from a CDN.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

const detector = new BarcodeDetector({ formats: ['qr_code', 'code_128'] });

/** The text of a code in the picture, if there is one. */
export async function readPicture(picture: HTMLVideoElement): Promise<string | undefined> {
  const [first] = await detector.detect(picture);
  return first?.rawValue;
}
