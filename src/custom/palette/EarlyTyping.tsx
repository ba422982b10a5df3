import type { KeyboardEvent } from 'react';
import Box from '@mui/material/Box';
import { visuallyHidden } from '#src/custom/ui/visuallyHidden.ts';
import type { PaletteSearchProps } from './PaletteSearch.tsx';

/** Takes what is typed between the palette's keys and the palette: it goes on there, and not into the field behind. */
export const EarlyTyping = ({ text, onType, onClose }: Omit<PaletteSearchProps, 'onRun'>) => {
  const press = (event: KeyboardEvent) => {
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
