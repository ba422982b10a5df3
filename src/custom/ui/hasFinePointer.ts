/** A desk with a mouse has a keyboard; on a touch screen a focused field would throw up half a screen of keys. */
export const hasFinePointer = () => window.matchMedia('(hover: hover) and (pointer: fine)').matches;
