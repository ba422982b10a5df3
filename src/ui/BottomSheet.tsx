import { Drawer, Typography } from '@mui/material';
import { useId, type ReactNode } from 'react';

interface BottomSheetProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}

/** A dialog at the lower edge of a phone. */
export const BottomSheet = ({ isOpen, onClose, title, children }: BottomSheetProps) => {
  const titleId = useId();
  return (
    <Drawer
      anchor="bottom"
      open={isOpen}
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': titleId, sx: sheet } }}
    >
      <Typography id={titleId} variant="h2">
        {title}
      </Typography>
      {children}
    </Drawer>
  );
};

const sheet = {
  display: 'flex',
  flexDirection: 'column',
  gap: 1.5,
  p: 2,
  maxHeight: '85dvh',
  borderRadius: '12px 12px 0 0',
  '& > :is(.MuiFormControl-root, [role=combobox])': { flex: 'none', width: 1 },
} as const;
