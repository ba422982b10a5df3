import { useEffect, useEffectEvent } from 'react';
import { isEditableTarget, isOverlayOpen } from '#src/ui/dom.ts';

/** The till's shortcuts. Function keys, because neither a scanner nor typing sends them. */
export const keys = {
  customer: 'F2',
  items: 'F4',
  cash: 'F6',
  card: 'F7',
  go: 'F8',
  print: 'F9',
  back: 'Escape',
  help: '?',
} as const;

export const keyHelp: readonly (readonly [key: string, meaning: string])[] = [
  [keys.customer, 'Find a customer'],
  [keys.items, 'Search the items'],
  ['Enter', 'In the item search: add the item with this bar code, or the first one found'],
  [keys.go, 'Proceed to payment, then complete the sale'],
  [keys.cash, 'Pay by cash'],
  [keys.card, 'Pay by card'],
  ['Esc', 'Back to the cart'],
  [keys.print, 'Print the receipt of the last sale'],
  [keys.help, 'Show this help'],
];

/** Runs an action when its key is pressed outside of a dialog; a printable key only outside of text fields. */
export const useShortcuts = (actions: Readonly<Record<string, () => void>>) => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = actions[event.key];
    if (!act || event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isBusyElsewhere(event)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
};

const isBusyElsewhere = ({ key, target }: KeyboardEvent) =>
  isOverlayOpen() || (key.length === 1 && isEditableTarget(target));
