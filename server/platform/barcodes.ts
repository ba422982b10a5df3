import { toSVG } from 'bwip-js/node';

/** Black on white in both themes, with the border that scanners need. */
const onWhite = { backgroundcolor: 'FFFFFF', barcolor: '000000' };

/** As an SVG image. */
export const qrSvg = (text: string): string => toSVG({ ...onWhite, bcid: 'qrcode', text, scale: 4, padding: 4 });

/** Code 128, as an SVG image. */
export const barcodeSvg = (text: string): string =>
  toSVG({ ...onWhite, bcid: 'code128', text, height: 14, scale: 2, paddingwidth: 10, paddingheight: 4 });
