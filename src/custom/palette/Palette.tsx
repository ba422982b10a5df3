import Search from '@mui/icons-material/Search';
import { Box, Button } from '@mui/material';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent as ReactKeyboardEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { isEditableTarget, isOverlayOpen, visuallyHidden } from '#src/ui/dom.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import type { Command } from './command.ts';
import type { PaletteSearchProps } from './PaletteDialog.tsx';

const PaletteDialog = lazyWithPreload('palette', () => import('./PaletteDialog.tsx'), 'PaletteDialog');

export const Palette = () => {
  const [isOpen, setOpen] = useState(false);
  // Kept here, so that what is typed before the dialog has loaded is not lost.
  const [text, setText] = useState('');
  const opener = useRef<Element>(null);
  const toggle = () => {
    if (!isOpen) opener.current = document.activeElement;
    // Synchronously, so that the next key goes to the palette.
    flushSync(() => {
      setText('');
      setOpen(!isOpen);
    });
  };
  const close = () => setOpen(false);
  const runCommand = (command: Command) => {
    if (command.begins !== undefined) return setText(command.begins);
    setOpen(false);
    command.run();
    if (command.navigates) requestAnimationFrame(() => focusContent(opener.current));
    return undefined;
  };
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => {
      if (document.activeElement === document.body && opener.current instanceof HTMLElement) opener.current.focus();
    };
  }, [isOpen]);
  usePaletteKeys(isOpen, toggle);
  return (
    <>
      <Button
        variant="outlined"
        onClick={toggle}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        sx={{
          flexShrink: 0,
          minWidth: 40,
          px: { xs: 1, md: 1.5 },
          gap: 1,
          borderColor: 'divider',
          color: 'text.secondary',
          fontWeight: 500,
        }}
      >
        <Search fontSize="small" aria-hidden="true" />
        <Box component="span" sx={{ ...visuallyHidden, ...fromMedium, minWidth: { md: 88 }, textAlign: 'left' }}>
          Search
        </Box>
        <Box
          component="kbd"
          aria-hidden="true"
          sx={{ display: { xs: 'none', md: 'block' }, fontFamily: 'inherit', fontSize: '0.75rem' }}
        >
          {isApple ? '⌘K' : 'Ctrl K'}
        </Box>
      </Button>
      {isOpen && (
        <LazyPart fallback={<EarlyTyping text={text} onType={setText} onClose={close} />} onClose={close}>
          <PaletteDialog text={text} onType={setText} onClose={close} onRun={runCommand} />
        </LazyPart>
      )}
    </>
  );
};

/** After navigation the focus moves to the page's content, unless the page has focused a field. */
const focusContent = (opener: Element | null) => {
  const { activeElement } = document;
  if (activeElement === opener || activeElement === document.body) document.getElementById('content')?.focus();
};

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

const fromMedium = {
  position: { xs: 'absolute', md: 'static' },
  width: { xs: '1px', md: 'auto' },
  height: { xs: '1px', md: 'auto' },
  clipPath: { xs: 'inset(50%)', md: 'none' },
} as const;

/** Catches what is typed after the shortcut until the palette has loaded, and keeps it out of the field behind. */
const EarlyTyping = ({ text, onType, onClose }: Omit<PaletteSearchProps, 'onRun'>) => {
  const press = (event: ReactKeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    if (event.key === 'Enter') event.preventDefault();
  };
  return (
    <Box
      component="input"
      ref={focus}
      value={text}
      aria-label="Search"
      onKeyDown={press}
      onChange={({ target }) => onType(target.value)}
      sx={{ ...visuallyHidden, position: 'fixed', top: 0 }}
    />
  );
};

const focus = (input: HTMLInputElement | null) => input?.focus({ preventScroll: true });

/** Ctrl or Cmd and K anywhere, and `/` outside of text fields. The keys of an open dialog or a screen take precedence. */
const usePaletteKeys = (isOpen: boolean, toggle: () => void) => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || !isPaletteKey(event)) return;
    if (!isOpen && isOverlayOpen()) return;
    event.preventDefault();
    toggle();
  });
  // From the moment that its button is in sight.
  useLayoutEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
};

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) => {
  if (altKey) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k';
  return key === '/' && !isEditableTarget(target);
};
