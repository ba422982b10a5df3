/** For text that is read out and not drawn. */
export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

/** A desk with a mouse has a keyboard; on a touch screen a focused field would throw up half a screen of keys. */
export const hasFinePointer = () => window.matchMedia('(hover: hover) and (pointer: fine)').matches;

/** Whether a dialog or a menu has the keyboard: keys of the page wait until it is closed. */
export const isOverlayOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;

/** Whether what is typed there is text. */
export const isEditableTarget = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
