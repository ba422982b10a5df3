import { Box } from '@mui/material';

interface SparklineProps {
  /** Oldest first. */
  values: readonly number[];
  severity: 'primary' | 'error';
}

const width = 112;
const height = 36;

/** A week as small bars. Hidden from screen readers, which read the number beside it. */
export const Sparkline = ({ values, severity }: SparklineProps) => {
  const most = Math.max(...values, 1);
  const step = width / values.length;
  return (
    <Box
      component="svg"
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      sx={{ width, height, flexShrink: 0, color: `${severity}.main` }}
    >
      {values.map((value, index) => {
        const tall = Math.max((value / most) * height, 2);
        return (
          <rect
            key={index}
            x={index * step + 2}
            y={height - tall}
            width={step - 4}
            height={tall}
            rx="2"
            fill="currentColor"
            opacity={index === values.length - 1 ? 1 : 0.35}
          />
        );
      })}
    </Box>
  );
};
