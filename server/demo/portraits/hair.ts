/** Hair in two layers, one behind the head and one before it, on a canvas of 400 by 400 with the face at 200, 175. */
interface HairShape {
  behind: string;
  front: string;
}

type Draw = (colour: string, shine: string) => HairShape;

const path = (colour: string, d: string) => `<path fill="${colour}" d="${d}"/>`;
const circle = (colour: string, x: number, y: number, r: number) => `<circle fill="${colour}" cx="${x}" cy="${y}" r="${r}"/>`;
const strand = (colour: string, d: string) =>
  `<path fill="none" stroke="${colour}" stroke-width="4" stroke-linecap="round" opacity=".55" d="${d}"/>`;

const curl = (colour: string, spots: readonly (readonly [number, number, number])[]) =>
  spots.map(([x, y, r]) => circle(colour, x, y, r)).join('');

const cap = 'M124 178 C116 96 150 66 202 66 C256 66 286 98 276 178 C272 150 264 136 250 126 C222 132 172 132 148 124 C134 138 128 152 124 178 Z';

export const hairStyles = {
  crop: (colour, shine) => ({
    behind: '',
    front: path(colour, 'M126 176 C116 92 154 64 204 66 C258 68 284 100 274 176 C270 150 266 138 258 124 C232 128 190 120 168 106 C158 122 134 132 126 176 Z') +
      strand(shine, 'M162 92 C184 78 214 76 238 88'),
  }),
  fade: (colour, shine) => ({
    behind: '',
    front: path(colour, 'M132 150 C126 96 158 72 200 72 C242 72 274 96 268 150 C262 128 254 116 240 112 C214 106 186 106 160 112 C146 116 138 128 132 150 Z') +
      strand(shine, 'M170 88 C190 82 212 82 230 88'),
  }),
  quiff: (colour, shine) => ({
    behind: '',
    front: path(colour, 'M127 172 C120 130 126 106 146 92 C150 58 214 44 258 62 C270 68 280 84 274 100 C280 122 278 146 273 172 C270 146 264 132 254 122 C220 124 186 118 162 116 C140 128 132 146 127 172 Z') +
      strand(shine, 'M168 84 C194 64 228 64 252 80'),
  }),
  bob: (colour, shine) => ({
    behind: path(colour, 'M108 250 C92 120 132 58 202 58 C272 58 308 120 292 250 C270 268 246 262 240 250 L160 250 C154 262 130 268 108 250 Z'),
    front: path(colour, 'M122 196 C112 96 158 64 202 66 C256 68 288 104 278 196 C272 152 262 136 244 118 C222 132 166 136 146 130 C134 142 128 160 122 196 Z') +
      strand(shine, 'M156 98 C180 78 214 76 240 90'),
  }),
  long: (colour, shine) => ({
    behind: path(colour, 'M100 338 C84 240 88 60 202 58 C316 60 316 240 300 338 C268 352 250 330 246 300 L154 300 C150 330 132 352 100 338 Z'),
    front: path(colour, 'M121 204 C108 100 150 64 200 66 C254 66 292 100 279 204 C274 158 258 134 204 104 C170 124 132 146 121 204 Z') +
      strand(shine, 'M146 116 C166 90 186 80 204 78'),
  }),
  bun: (colour, shine) => ({
    behind: circle(colour, 200, 52, 36) + circle(shine, 190, 42, 9),
    front: path(colour, cap) + strand(shine, 'M158 100 C182 80 218 80 242 100'),
  }),
  ponytail: (colour, shine) => ({
    behind: path(colour, 'M258 84 C318 84 330 150 322 214 C318 254 304 286 292 294 C298 246 286 190 256 150 Z'),
    front: path(colour, cap) + strand(shine, 'M154 104 C178 80 214 76 244 94'),
  }),
  curls: (colour, shine) => ({
    behind: curl(colour, [[130, 130, 40], [160, 88, 44], [206, 72, 46], [250, 92, 42], [274, 134, 38], [120, 176, 32], [284, 180, 30], [126, 216, 26], [278, 218, 26]]),
    front: curl(colour, [[146, 118, 24], [172, 100, 26], [204, 94, 26], [236, 102, 25], [258, 120, 22], [132, 146, 16], [270, 148, 15]]) +
      curl(shine, [[168, 92, 6], [206, 84, 6], [242, 96, 5]]),
  }),
  afro: (colour, shine) => ({
    behind: curl(colour, [[200, 122, 100], [120, 150, 50], [280, 150, 50], [150, 80, 48], [250, 80, 48], [200, 60, 46]]),
    front: path(colour, 'M124 172 C122 96 160 66 200 66 C242 66 278 96 276 172 C266 138 246 122 200 120 C154 122 134 138 124 172 Z') + strand(shine, 'M150 70 C172 50 204 44 232 52'),
  }),
  bald: () => ({ behind: '', front: '' }),
} satisfies Record<string, Draw>;

export type HairStyle = keyof typeof hairStyles;
