import { Menu, MenuItem, type SxProps, type Theme } from '@mui/material';
import { styled } from '@mui/material/styles';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { fieldLook } from './fieldLook.ts';

interface Choice {
  value: string;
  label: string;
}

interface SelectMenuProps {
  label: string;
  /** What is chosen, in words. */
  text: string;
  icon?: ReactNode;
  chosen: readonly string[];
  choices: readonly Choice[];
  onChoose: (value: string) => void;
  /** Several can be chosen, so the menu stays open. */
  isMultiple?: boolean;
  sx?: SxProps<Theme>;
}

/**
 * A choice above a list. MUI's select draws a form's field and a closed menu whenever a list is opened; here the menu is drawn
 * when it is opened itself.
 */
export const SelectMenu = ({
  label,
  text,
  icon,
  chosen,
  choices,
  onChoose,
  isMultiple = false,
  sx,
}: SelectMenuProps) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const typed = useRef({ text: '', at: 0 });
  const open = (button: HTMLElement) => {
    setAnchor(button);
    setOpen(true);
  };
  const press = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      return open(event.currentTarget);
    }
    if (isMultiple || event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    const now = performance.now();
    const before = now - typed.current.at < pauseMs ? typed.current.text : '';
    // Elsewhere than within a word, a space presses the button.
    if (before + event.key === ' ') return;
    event.preventDefault();
    typed.current = { text: before + event.key.toLowerCase(), at: now };
    const found = findTyped(typed.current.text, choices, chosen[0]);
    if (found && found.value !== chosen[0]) onChoose(found.value);
  };
  return (
    <>
      <SelectButton
        type="button"
        role="combobox"
        // Whoever speaks to the screen says what it shows.
        aria-label={`${label}: ${text}`}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={(event) => open(event.currentTarget)}
        onKeyDown={press}
        sx={sx}
      >
        {icon && <Icon>{icon}</Icon>}
        {text}
        <DownArrow />
      </SelectButton>
      {anchor && (
        <Menu
          open={isOpen}
          anchorEl={anchor}
          onClose={() => setOpen(false)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
          transformOrigin={{ vertical: 'top', horizontal: 'center' }}
          slotProps={{
            paper: { style: { minWidth: anchor.offsetWidth } },
            list: {
              id: listId,
              role: 'listbox',
              'aria-label': label,
              'aria-multiselectable': isMultiple || undefined,
              disableListWrap: true,
            },
          }}
        >
          {choices.map(({ value, label: name }) => (
            <MenuItem
              key={value}
              role="option"
              selected={chosen.includes(value)}
              aria-selected={chosen.includes(value)}
              onClick={() => {
                if (!isMultiple) setOpen(false);
                if (isMultiple || !chosen.includes(value)) onChoose(value);
              }}
            >
              {name}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
};

/** After it, another word begins. */
const pauseMs = 1000;

/** As in the browser's own select, a word chooses what begins with it, and one letter again and again each choice in turn. */
const findTyped = (text: string, choices: readonly Choice[], chosen: string | undefined): Choice | undefined => {
  const isOneLetter = new Set(text).size === 1;
  const at = choices.findIndex(({ value }) => value === chosen) + (isOneLetter ? 1 : 0);
  return [...choices.slice(at), ...choices.slice(0, at)].find(({ label }) =>
    label.toLowerCase().startsWith(isOneLetter ? text.charAt(0) : text),
  );
};

export const DownArrow = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M7 10l5 5 5-5z" />
  </svg>
);

const SelectButton = styled('button')({
  ...fieldLook.select,
  display: 'block',
  textAlign: 'left',
});

const Icon = styled('span')({
  marginRight: 8,
  color: 'var(--mui-palette-text-secondary)',
  '& > svg': { verticalAlign: 'text-bottom' },
});
