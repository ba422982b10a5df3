import { Box } from '@mui/material';
import { create } from 'qrcode';

/** A QR code, black on white in both themes, with the border that scanners need. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const squares = Array.from({ length: size * size }, (_, at) =>
    data[at] ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : '',
  );
  const whole = size + 2 * border;
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`${-border} ${-border} ${whole} ${whole}`}
      shapeRendering="crispEdges"
      sx={{ display: 'block', width: 208, maxWidth: '100%', bgcolor: '#fff', borderRadius: 1 }}
    >
      <path d={squares.join('')} fill="#000" />
    </Box>
  );
};

const border = 4;
