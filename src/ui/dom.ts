import type { MouseEvent as ReactMouseEvent } from 'react';

export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

/** A device with a mouse has a keyboard. On a touch screen, focusing a field opens the on-screen keyboard. */
export const hasFinePointer = () => window.matchMedia('(hover: hover) and (pointer: fine)').matches;

/** Whether a dialog, a panel or a menu is open, so that the page's shortcuts must wait. All are MUI's and found by class, which is fast enough for every key. */
export const isOverlayOpen = () => overlays.some((name) => document.getElementsByClassName(name).length > 0);
const overlays = ['MuiDialog-root', 'MuiDrawer-modal', 'MuiMenu-root'];

/** Not one that opens a new tab or window. */
export const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent | ReactMouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

export const isEditableTarget = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

/**
 * Whether the user is on a control of the page, or in a text field, a dialog or a menu that was opened while the page was still
 * loading. An overlay that is closing has already given the focus back.
 */
export const isFocusInUse = () =>
  isEditableTarget(document.activeElement) ||
  document.activeElement?.closest('main > *, [role="dialog"], [role="alertdialog"], [role="menu"]') != null;

export const wholeLink = {
  '& a': { color: 'inherit', textDecoration: 'none' },
  '& a::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'inherit' },
  '& a:focus-visible': { outline: 'none' },
  '& a:focus-visible::after': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
} as const;

export const downloadFrom = (url: string, fileName: string) =>
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click();
