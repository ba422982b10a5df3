import { Avatar, type AvatarProps } from '@mui/material';
import type { SalesItem } from '#domain/sales-items/contract.ts';

interface ItemPictureProps {
  item: Pick<SalesItem, 'name' | 'previewUrl'>;
  sx?: AvatarProps['sx'];
  className?: string;
}

/** An item's picture, else its initials. The name stands beside it, so a screen reader skips it. */
export const ItemPicture = ({ item, sx, className }: ItemPictureProps) => (
  <Avatar
    variant="rounded"
    src={item.previewUrl ?? undefined}
    alt=""
    aria-hidden="true"
    slotProps={{ img: { loading: 'lazy' } }}
    className={className}
    sx={[
      { fontWeight: 650, letterSpacing: '0.02em', bgcolor: 'primary.light', color: 'primary.main' },
      ...(Array.isArray(sx) ? sx : [sx]),
    ]}
  >
    {getInitials(item.name)}
  </Avatar>
);

const getInitials = (name: string) =>
  [...name.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].slice(0, 2).join('').toUpperCase();
