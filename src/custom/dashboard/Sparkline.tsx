import Box from '@mui/material/Box';

interface SparklineProps {
  /** Oldest first. */
  values: readonly number[];
  shape: 'line' | 'bars';
  severity?: 'primary' | 'error';
}

const width = 112;
const height = 36;

/** A week in the space of a word. The number beside it says what matters, so it is silent for a screen reader. */
export const Sparkline = ({ values, shape, severity = 'primary' }: SparklineProps) => (
  <Box component="svg" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" sx={{ width, height, flexShrink: 0, color: `${severity}.main` }}>
    {shape === 'line' ? <Line values={values} /> : <Bars values={values} />}
  </Box>
);

const Line = ({ values }: { values: readonly number[] }) => {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const points = values.map((value, index) => ({
    x: 3 + (index * (width - 6)) / Math.max(values.length - 1, 1),
    y: 4 + (height - 8) * (1 - (value - low) / span),
  }));
  const last = points.at(-1);
  return (
    <>
      <polyline
        points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeDasharray="1 4.5"
      />
      {last && <circle cx={last.x} cy={last.y} r="3" fill="currentColor" />}
    </>
  );
};

const Bars = ({ values }: { values: readonly number[] }) => {
  const most = Math.max(...values, 1);
  const step = width / values.length;
  return values.map((value, index) => {
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
  });
};
