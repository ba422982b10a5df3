/** Whether a dialog or a menu has the keyboard: keys of the page wait until it is closed. */
export const isOverlayOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;

/** Whether what is typed there is text. */
export const isEditableTarget = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
