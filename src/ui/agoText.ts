import { differenceInMinutes, intlFormatDistance } from 'date-fns';

/**
 * 'this minute', '25 minutes ago', '20 hours ago' even before midnight, 'yesterday', '3 days ago'. A clock that is behind the server's does
 * not make it the future.
 */
export function agoText(time: string, now: Date): string {
  const at = new Date(Math.min(new Date(time).getTime(), now.getTime()));
  const minutes = differenceInMinutes(now, at);
  const unit = minutes < 60 ? 'minute' : minutes < 24 * 60 ? 'hour' : undefined;
  return intlFormatDistance(at, now, { ...(unit && { unit }), locale: 'en-US', numeric: 'auto' });
}
