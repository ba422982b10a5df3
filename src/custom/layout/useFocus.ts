import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * The focused element can disappear: a row is deleted, a button waits for the server, a page becomes the last one. The
 * browser then drops the focus, and a screen reader starts at the top again. The focus goes back to the element as soon as
 * that is possible, else to the nearest section around it that is still there.
 */
export const useFocusKept = (main: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    let trail: readonly HTMLElement[] = [];
    let timer: number | undefined;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && main.current?.contains(target)) trail = [target, ...placesAround(target)];
    };
    // A click on the background removes the focus on purpose; one on a control, or in a dialog, does not.
    const forget = ({ target }: PointerEvent) => {
      if (target instanceof Element && !target.closest(focusable)) trail = [];
    };
    const check = () => {
      timer = undefined;
      const [last] = trail;
      if (document.activeElement !== document.body || !last || isBehindDialog(last) || isBusy(last)) return;
      focusOn(
        trail.find(
          (one) => one.isConnected && !one.matches(':disabled') && one.checkVisibility({ visibilityProperty: true }),
        ),
      );
    };
    const observer = new MutationObserver(() => {
      if (trail.length > 0) timer ??= window.setTimeout(check, graceMs);
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['disabled', 'hidden', 'aria-hidden'],
    });
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', forget);
    return () => {
      observer.disconnect();
      window.clearTimeout(timer);
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forget);
    };
  }, [main]);
};

const focusable = 'a, button, input, textarea, select, [tabindex]';

/** By then, dialogs and screens that set the focus themselves have done so. */
const graceMs = 100;

const placesAround = (element: HTMLElement): HTMLElement[] => {
  const place = element.parentElement?.closest<HTMLElement>('section, nav, form, main');
  return place ? [place, ...placesAround(place)] : [];
};

const isBehindDialog = (element: Element) =>
  element.closest('[aria-hidden="true"]') !== null || document.querySelector('[aria-modal="true"]') !== null;

/** Waiting for a response, after which it can be pressed again. */
const isBusy = (element: Element) =>
  element.isConnected && element.matches('.MuiButton-loading:disabled, .MuiIconButton-loading:disabled');

const focusOn = (element: HTMLElement | undefined) => {
  if (!element) return;
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
};

/** After navigation the focus moves to the start of the page, unless the page has set it. */
export const useFocusOnPage = (main: RefObject<HTMLElement | null>) => {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
};
