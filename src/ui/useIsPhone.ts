import { useMediaQuery } from '@mui/material';

/** Whether the window is as narrow as a phone's. */
export const useIsPhone = () => !useMediaQuery('(min-width:600px)', { noSsr: true });
