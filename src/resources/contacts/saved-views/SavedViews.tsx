import BookmarkBorder from '@mui/icons-material/BookmarkBorder';
import { Button } from '@mui/material';
import { useState } from 'react';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

const SavedViewsDialog = lazyWithPreload('saved views', () => import('./SavedViewsDialog.tsx'), 'SavedViewsDialog');

/** Opens the views of the surrounding list: to apply one, save the current one, or share its link. */
export const SavedViewsButton = () => {
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <>
      <Button variant="outlined" startIcon={<BookmarkBorder />} onClick={() => setOpen(true)} aria-haspopup="dialog">
        Views
      </Button>
      {isOpen !== undefined && (
        <LazyPart isOpen={isOpen} onClose={() => setOpen(false)}>
          <SavedViewsDialog isOpen={isOpen} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
};
