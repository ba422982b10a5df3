import { styled } from '@mui/material/styles';

/** A contact's tags: all, or the first ones and the number of the others. Plain elements, since a list has many. */
export const TagChips = ({ tags, most = tags.length }: { tags: readonly string[]; most?: number }) => (
  <Chips style={{ flexWrap: most < tags.length ? 'nowrap' : 'wrap' }}>
    {tags.slice(0, most).map((tag) => (
      <span key={tag}>{tag}</span>
    ))}
    {tags.length > most && <span title={tags.slice(most).join(', ')}>{`+${tags.length - most}`}</span>}
  </Chips>
);

const Chips = styled('span')({
  display: 'flex',
  gap: 4,
  '& > span': {
    padding: '0 8px',
    border: '1px solid var(--mui-palette-divider)',
    borderRadius: 999,
    color: 'var(--mui-palette-text-primary)',
    fontSize: '0.8125rem',
    lineHeight: '20px',
    whiteSpace: 'nowrap',
  },
});
