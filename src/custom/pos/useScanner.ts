import { useEffect, useEffectEvent } from 'react';
import { isEditableTarget, isOverlayOpen } from '#src/ui/dom.ts';
import { nothingTyped, readScannedCode, typeKey } from './scan.ts';

/**
 * Listens for a bar code scanner, which types and ends with Enter, wherever the focus is. What it typed into a field is
 * removed again, and its Enter presses nothing. The item search and dialogs keep what was typed there.
 */
export const useScanner = (onScan: (code: string) => void) => {
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    let typed = nothingTyped;
    let before: Before | undefined;
    const press = (event: KeyboardEvent) => {
      const { key, target, timeStamp } = event;
      if (modifiers.has(key)) return;
      const code = key === 'Enter' ? readScannedCode(typed, timeStamp) : undefined;
      const isCharacter = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
      if (!isCharacter || isOverlayOpen() || isItemSearch(target)) typed = nothingTyped;
      else {
        typed = typeKey(typed, key, timeStamp);
        if (typed.text.length === 1) before = findField(target);
        // Within a scan no character is a shortcut.
        else if (!isEditableTarget(target)) event.stopPropagation();
      }
      if (code === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      if (before) typeInto(before.field, before.value);
      scanned(code);
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, []);
};

const modifiers = new Set(['Shift', 'CapsLock', 'AltGraph', 'Dead', 'Unidentified']);

const isItemSearch = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[type="search"]') !== null;

interface Before {
  readonly field: HTMLInputElement;
  readonly value: string;
}

const findField = (target: EventTarget | null): Before | undefined =>
  target instanceof HTMLInputElement ? { field: target, value: target.value } : undefined;

/** Replaces a field's value. React overrides the setter; the browser's own setter with an event is the same as typing. */
export function typeInto(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
