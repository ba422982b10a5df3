import { useEffect, type RefObject } from 'react';

/**
 * The page has set the focus on an empty field, and then what arrives above pushes the field below the window. The page takes
 * the focus back, so that it is in sight. Who scrolls or types keeps the focus.
 */
export const useFocusInSight = (field: RefObject<HTMLInputElement | null>) => {
  useEffect(() => {
    const input = field.current;
    if (!input) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const isBelow = entry !== undefined && entry.boundingClientRect.top > 0 && entry.intersectionRatio < wholly;
        if (isBelow && window.scrollY === 0 && input === document.activeElement && input.value === '')
          document.getElementById('content')?.focus({ preventScroll: true });
      },
      { threshold: wholly },
    );
    observer.observe(input);
    return () => observer.disconnect();
  }, [field]);
};

/** Less than one, which the rounding of fractions of a pixel may miss. */
const wholly = 0.9;
