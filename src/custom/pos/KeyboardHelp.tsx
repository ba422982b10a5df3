import { Box, Button, DialogActions, DialogContent } from '@mui/material';
import { Fragment } from 'react';
import { keyHelp } from './shortcuts.ts';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';

export const KeyboardHelp = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <TitledDialog open={isOpen} title="Keyboard shortcuts" onClose={onClose} maxWidth="xs">
    <DialogContent>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: 'auto 1fr',
          columnGap: 2,
          rowGap: 1.25,
          alignItems: 'center',
          m: 0,
        }}
      >
        {keyHelp.map(([key, meaning]) => (
          <Fragment key={key}>
            <Box component="dt">
              <Box
                component="kbd"
                sx={{
                  px: 1,
                  py: 0.25,
                  border: 1,
                  borderColor: 'grey.400',
                  borderRadius: 1,
                  bgcolor: 'grey.100',
                  fontFamily: 'inherit',
                  fontSize: '0.8125rem',
                  fontWeight: 600,
                }}
              >
                {key}
              </Box>
            </Box>
            <Box component="dd" sx={{ m: 0 }}>
              {meaning}
            </Box>
          </Fragment>
        ))}
      </Box>
    </DialogContent>
    <DialogActions>
      <Button onClick={onClose} variant="contained" autoFocus>
        Close
      </Button>
    </DialogActions>
  </TitledDialog>
);
