import { hairStyles, type HairStyle } from './hair.ts';
import { backdrops, fabrics, hairColours, skins, type Backdrop, type Fabric, type HairColour, type Skin } from './palette.ts';

export interface Portrait {
  skin: Skin;
  hair: HairStyle;
  hairColour: HairColour;
  backdrop: Backdrop;
  fabric: Fabric;
  clothes: 'tee' | 'tank' | 'hoodie' | 'zip';
  extra?: 'glasses' | 'beard' | 'stubble' | 'headband' | 'earrings';
}

/** An illustrated portrait as SVG, drawn to be told apart at 40 pixels and to please at 200. */
export function portraitSvg(portrait: Portrait): string {
  const skin = skins[portrait.skin];
  const hairColour = hairColours[portrait.hairColour];
  const hair = hairStyles[portrait.hair](hairColour, mixed(hairColour));
  const [from, to] = backdrops[portrait.backdrop];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="36 44 328 328" width="640" height="640">
<defs><linearGradient id="b" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
<rect width="400" height="400" fill="url(#b)"/><circle cx="306" cy="96" r="150" fill="#fff" opacity=".16"/>
<g transform="translate(0 22)">${hair.behind}
${body(portrait)}
${head(skin)}
${face(skin, portrait)}
${hair.front}
${over(portrait)}</g></svg>`;
}

type Tones = (typeof skins)[Skin];

const neck = 'M170 226 H230 V286 C230 312 170 312 170 286 Z';
const shoulders = 'M56 400 C60 322 110 292 166 280 L234 280 C290 292 340 322 344 400 Z';

function body({ skin, fabric, clothes }: Portrait): string {
  const { base, shade } = skins[skin];
  const [cloth, trim] = fabrics[fabric];
  const bare = `<path fill="${base}" d="${shoulders}"/><path fill="${base}" d="${neck}"/><path fill="${shade}" opacity=".75" d="M170 236 C184 256 216 256 230 236 V250 C216 270 184 270 170 250 Z"/>`;
  return bare + wear[clothes](cloth, trim);
}

const wear: Record<Portrait['clothes'], (cloth: string, trim: string) => string> = {
  tee: (cloth, trim) =>
    `<path fill="${cloth}" d="M56 400 C60 322 108 294 158 283 C168 318 232 318 242 283 C292 294 340 322 344 400 Z"/><path fill="none" stroke="${trim}" stroke-width="9" d="M156 284 C166 320 234 320 244 284"/>`,
  tank: (cloth, trim) =>
    `<path fill="${cloth}" d="M104 400 C106 360 112 318 138 288 L160 282 C164 340 236 340 240 282 L262 288 C288 318 294 360 296 400 Z"/><path fill="none" stroke="${trim}" stroke-width="7" d="M160 283 C164 341 236 341 240 283"/>`,
  hoodie: (cloth, trim) =>
    `<path fill="${trim}" d="M138 304 C124 272 146 254 169 250 C168 302 232 302 231 250 C254 254 276 272 262 304 C240 332 160 332 138 304 Z"/><path fill="${cloth}" d="M50 400 C54 324 104 296 150 286 C160 308 182 320 200 322 C218 320 240 308 250 286 C296 296 346 324 350 400 Z"/><path stroke="${trim}" stroke-width="6" stroke-linecap="round" d="M182 328 V366 M218 328 V366"/>`,
  zip: (cloth, trim) =>
    `<path fill="${cloth}" d="M54 400 C58 322 106 292 158 280 L160 254 C176 274 190 284 200 288 C210 284 224 274 240 254 L242 280 C294 292 342 322 346 400 Z"/><path fill="${trim}" d="M158 280 L160 254 C176 274 190 284 200 288 V300 C184 296 168 290 158 280 Z M242 280 L240 254 C224 274 210 284 200 288 V300 C216 296 232 290 242 280 Z"/><path stroke="${trim}" stroke-width="5" d="M200 290 V400"/>`,
};

const head = ({ base, shade }: Tones) =>
  `<ellipse cx="128" cy="184" rx="14" ry="20" fill="${shade}"/><ellipse cx="272" cy="184" rx="14" ry="20" fill="${shade}"/>
<path fill="${base}" d="M128 160 C128 104 160 80 200 80 C240 80 272 104 272 160 C272 222 240 256 200 256 C160 256 128 222 128 160 Z"/>`;

function face({ shade, blush, lip }: Tones, { hairColour, skin, extra }: Portrait): string {
  const brow = hairColour === 'white' || hairColour === 'silver' ? '#8b8680' : hairColours[hairColour];
  const dark = skin === 'umber' ? '#1d1311' : '#2b211e';
  const beard =
    extra === 'beard' || extra === 'stubble'
      ? `<path fill="${brow}" opacity="${extra === 'beard' ? 1 : 0.28}" d="M129 172 C132 186 142 196 156 200 C172 190 184 194 200 196 C216 194 228 190 244 200 C258 196 268 186 271 172 C274 230 240 266 200 266 C160 266 126 230 129 172 Z"/>`
      : '';
  return `<circle cx="152" cy="198" r="17" fill="${blush}" opacity=".32"/><circle cx="248" cy="198" r="17" fill="${blush}" opacity=".32"/>${beard}
<path fill="none" stroke="${brow}" stroke-width="7" stroke-linecap="round" d="M150 150 C158 143 170 143 178 148 M222 148 C230 143 242 143 250 150"/>
<ellipse cx="165" cy="170" rx="7.5" ry="9" fill="${dark}"/><ellipse cx="235" cy="170" rx="7.5" ry="9" fill="${dark}"/><circle cx="168" cy="166" r="2.6" fill="#fff"/><circle cx="238" cy="166" r="2.6" fill="#fff"/>
<path fill="none" stroke="${shade}" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" d="M200 176 C198 186 193 194 194 198 C196 203 204 203 207 200"/>
<path fill="#fff" stroke="${lip}" stroke-width="5" stroke-linejoin="round" d="M174 216 C188 222 212 222 226 216 C222 236 178 236 174 216 Z"/>`;
}

function over({ extra, fabric }: Portrait): string {
  const [, trim] = fabrics[fabric];
  if (extra === 'glasses') {
    return '<g fill="#fff" fill-opacity=".18" stroke="#2d2a2a" stroke-width="5"><circle cx="165" cy="171" r="25"/><circle cx="235" cy="171" r="25"/><path fill="none" d="M190 168 C196 163 204 163 210 168 M140 166 L128 162 M260 166 L272 162"/></g>';
  }
  if (extra === 'headband') return `<path fill="${trim}" d="M126 142 C150 112 250 112 274 142 L275 120 C250 92 150 92 125 120 Z"/>`;
  if (extra === 'earrings') return '<circle cx="127" cy="208" r="6" fill="#e2b64b"/><circle cx="273" cy="208" r="6" fill="#e2b64b"/>';
  return '';
}

/** The colour's lighter neighbour, for a shine on the hair. */
function mixed(colour: string): string {
  const channels = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
  return `#${channels.map((value) => Math.round(value + (255 - value) * 0.28).toString(16).padStart(2, '0')).join('')}`;
}
