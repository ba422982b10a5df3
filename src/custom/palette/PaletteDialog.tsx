import Dialog from '@mui/material/Dialog';
import { PaletteSearch, type PaletteSearchProps } from './PaletteSearch.tsx';

/** The palette over the page, at once and without a movement. */
export const PaletteDialog = (props: PaletteSearchProps) => (
  <Dialog
    open
    onClose={props.onClose}
    fullWidth
    maxWidth="sm"
    transitionDuration={0}
    slotProps={{ container: { sx: fromTheTop }, paper: { 'aria-label': 'Search', sx: sheet } }}
  >
    <PaletteSearch {...props} />
  </Dialog>
);

const fromTheTop = { alignItems: 'flex-start' } as const;
const sheet = {
  m: { xs: 1, sm: 3 },
  mt: { xs: 1, sm: '10vh' },
  width: 'calc(100% - 16px)',
  maxHeight: { xs: 'calc(100dvh - 16px)', sm: '76vh' },
} as const;
