import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** The whole line of a `FormSection`. */
export const FullWidth = ({ children }: { children: ReactNode }) => <Box sx={{ gridColumn: '1 / -1' }}>{children}</Box>;
