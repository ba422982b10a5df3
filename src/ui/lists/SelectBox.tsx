import type { SxProps, Theme } from '@mui/material';
import type { ReactNode } from 'react';
import { SelectMenu } from './SelectMenu.tsx';

interface SelectBoxProps {
  label: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  /** Its text where the value is none of the choices. */
  none?: string;
  icon?: ReactNode;
  onChange: (value: string) => void;
  sx: SxProps<Theme>;
}

export const SelectBox = ({ label, value, choices, none = '', icon, onChange, sx }: SelectBoxProps) => (
  <SelectMenu
    label={label}
    text={choices.find((choice) => choice.value === value)?.label ?? none}
    icon={icon}
    chosen={[value]}
    choices={choices}
    onChoose={onChange}
    sx={sx}
  />
);
