import { intlFormatDistance } from 'date-fns';

/** 'Just now', '5 minutes ago', '3 hours ago', 'yesterday'. A clock that is behind the server's does not make it the future. */
export const agoText = (time: string, now: Date): string =>
  now.getTime() - new Date(time).getTime() < 2 * 60_000
    ? 'Just now'
    : intlFormatDistance(time, now, { locale: 'en-US', numeric: 'auto' });
