import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, type HTMLAttributes, type Key } from 'react';
import type { Command } from './command.ts';

interface PaletteGroupProps {
  label: string;
  commands: readonly Command[];
  /** What makes a line an option of the list, by its place in the group. */
  propsOf: (command: Command, place: number) => HTMLAttributes<HTMLLIElement> & { key: Key };
}

/** A heading and its lines. */
export const PaletteGroup = ({ label, commands, propsOf }: PaletteGroupProps) => {
  const id = useId();
  return (
    <Box component="li" {...bare}>
      <Box component="ul" {...group} aria-labelledby={id} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        <Typography component="li" {...bare} id={id} variant="caption" color="textSecondary" sx={{ display: 'block', fontWeight: 600, px: 1.25, pt: 1.25, pb: 0.5 }}>
          {label}
        </Typography>
        {commands.map((command, place) => {
          const { key, ...props } = propsOf(command, place);
          return (
            <Box component="li" key={key} {...props} sx={line}>
              <Line command={command} />
            </Box>
          );
        })}
      </Box>
    </Box>
  );
};

const Line = ({ command: { icon, label, subtitle, detail } }: { command: Command }) => (
  <>
    <Box component="span" aria-hidden="true" sx={{ display: 'grid', placeItems: 'center', width: 28, color: 'text.secondary' }}>
      {icon}
    </Box>
    <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
      <Box component="span" sx={{ display: 'block', fontWeight: 500, overflowWrap: 'anywhere' }}>
        {label}
      </Box>
      {subtitle && (
        <Typography component="span" variant="body2" color="textSecondary" noWrap sx={{ display: 'block' }}>
          {subtitle}
        </Typography>
      )}
    </Box>
    {detail && (
      <Typography component="span" variant="body2" color="textSecondary" className="tabular" sx={{ textAlign: 'right' }}>
        {detail}
      </Typography>
    )}
  </>
);

const bare = { role: 'presentation' } as const;
const group = { role: 'group' } as const;

const line = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 40,
  px: 1.25,
  py: 0.5,
  borderRadius: 1,
  fontSize: '0.875rem',
  cursor: 'pointer',
  '&.Mui-focused': { bgcolor: 'primary.light' },
} as const;
