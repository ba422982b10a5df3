import { Menu, MenuItem, type SxProps, type Theme } from '@mui/material';
import { styled } from '@mui/material/styles';
import { useId, useState, type KeyboardEvent } from 'react';
import { fieldLook } from './fieldLook.ts';

interface Choice {
  value: string;
  label: string;
}

interface SelectMenuProps {
  label: string;
  /** What is chosen, in words. */
  text: string;
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
export const SelectMenu = ({ label, text, chosen, choices, onChoose, isMultiple = false, sx }: SelectMenuProps) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const open = (button: HTMLElement) => {
    setAnchor(button);
    setOpen(true);
  };
  const press = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      return open(event.currentTarget);
    }
    const found = isMultiple ? undefined : nextStartingWith(event, choices, chosen[0]);
    if (found) onChoose(found.value);
  };
  return (
    <>
      <SelectButton
        type="button"
        role="combobox"
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={(event) => open(event.currentTarget)}
        onKeyDown={press}
        sx={sx}
      >
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

/** As in the browser's own select, a letter chooses the next choice that begins with it. */
const nextStartingWith = (
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  choices: readonly Choice[],
  chosen: string | undefined,
): Choice | undefined => {
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined;
  const at = choices.findIndex(({ value }) => value === chosen) + 1;
  return [...choices.slice(at), ...choices.slice(0, at)].find(({ label }) =>
    label.toLowerCase().startsWith(key.toLowerCase()),
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
