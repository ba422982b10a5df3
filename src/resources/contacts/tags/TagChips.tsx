import { Box } from '@mui/material';

/** A contact's tags: all, or the first ones and the number of the others. Plain elements, since a list has many. */
export const TagChips = ({ tags, most = tags.length }: { tags: readonly string[]; most?: number }) => (
  <Box
    component="span"
    sx={{ display: 'flex', flexWrap: most < tags.length ? 'nowrap' : 'wrap', gap: 0.5, '& > span': chip }}
  >
    {tags.slice(0, most).map((tag) => (
      <span key={tag}>{tag}</span>
    ))}
    {tags.length > most && <span title={tags.slice(most).join(', ')}>{`+${tags.length - most}`}</span>}
  </Box>
);

const chip = {
  px: 1,
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: 999,
  color: 'text.primary',
  fontSize: '0.8125rem',
  lineHeight: '20px',
  whiteSpace: 'nowrap',
} as const;
