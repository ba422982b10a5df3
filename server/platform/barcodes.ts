import { toBuffer, toSVG } from 'bwip-js/node';

/** Black on white in both themes, with the border that scanners need. */
const onWhite = { backgroundcolor: 'FFFFFF', barcolor: '000000' };

const qr = (text: string) => ({ ...onWhite, bcid: 'qrcode', text, scale: 4, padding: 4 });
const code128 = (text: string) => ({
  ...onWhite,
  bcid: 'code128',
  text,
  height: 14,
  scale: 2,
  paddingwidth: 10,
  paddingheight: 4,
});

/** Returns an SVG image. */
export const qrSvg = (text: string): string => toSVG(qr(text));

/** Code 128, as an SVG image. */
export const barcodeSvg = (text: string): string => toSVG(code128(text));

/** Sharp on screens with twice the pixels. */
export const qrPng = (text: string): Promise<Buffer> => toBuffer({ ...qr(text), scale: 8 });

export const barcodePng = (text: string): Promise<Buffer> => toBuffer({ ...code128(text), scale: 4 });
