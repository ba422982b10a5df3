import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';

/** A contact's tags: all, or the first ones and how many more. */
export const TagChips = ({ tags, most = tags.length }: { tags: readonly string[]; most?: number }) => (
  <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
    {tags.slice(0, most).map((tag) => (
      <Chip key={tag} component="span" size="small" variant="outlined" label={tag} />
    ))}
    {tags.length > most && <Chip component="span" size="small" label={`+${tags.length - most}`} title={tags.slice(most).join(', ')} />}
  </Box>
);
