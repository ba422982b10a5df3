import { intlFormatDistance } from 'date-fns';

/** 'now', '5 minutes ago', '3 hours ago', 'yesterday'. A clock that is behind the server's does not make it the future. */
export const agoText = (time: string, now: Date): string =>
  intlFormatDistance(Math.min(new Date(time).getTime(), now.getTime()), now, { locale: 'en-US', numeric: 'auto' });
