import { Box } from '@mui/material';

/** An image of a code, as an SVG of the server: black on white in both themes. */
export const CodeImage = ({ svg, label, width }: { svg: string; label: string; width: number }) => (
  <Box
    component="img"
    src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
    alt={label}
    sx={{ display: 'block', width, maxWidth: '100%', bgcolor: '#fff', borderRadius: 1 }}
  />
);
