import { Box, Skeleton, Typography } from '@mui/material';
import { useFormState } from 'react-hook-form';
import { responseLost } from '#src/dataProvider/sendAttempt.ts';

/**
 * The preview is not fetched while the change is being sent, nor after, nor when its response was lost. By then the change may no
 * longer be possible.
 */
export const useIsPreviewing = (): boolean => {
  const { isSubmitting, isSubmitSuccessful } = useFormState();
  const isLost = useIsResponseLost();
  return !isSubmitting && !isSubmitSuccessful && !isLost;
};

/** Then it is unknown whether the change was made. */
export const useIsResponseLost = (): boolean =>
  useFormState().errors.root?.['serverError']?.message?.endsWith(responseLost) === true;

/** Stands above the button that does it. Changes are read out. */
export const Preview = ({ items }: { items: readonly { label: string; value: string }[] | undefined }) => (
  <Box component="section" aria-label="What happens" aria-live="polite" sx={box}>
    {items ? (
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 2, rowGap: 0.75, m: 0 }}
      >
        {items.map(({ label, value }) => (
          <Box key={label} sx={{ display: 'contents' }}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {label}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, fontWeight: 600 }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
    ) : (
      <>
        <Skeleton width="60%" />
        <Skeleton width="70%" />
      </>
    )}
  </Box>
);

/** Has room for four lines, and on a phone for three, so that the buttons below seldom move when it changes. */
const box = {
  mt: { sm: 1 },
  p: { xs: 1.5, sm: 2 },
  minHeight: { xs: 101, sm: 134 },
  borderRadius: 1,
  bgcolor: 'grey.100',
  border: 1,
  borderColor: 'divider',
} as const;
