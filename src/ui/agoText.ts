import { differenceInMinutes, intlFormatDistance, parseISO } from 'date-fns';
import { dayIn } from '#domain/shared/dates.ts';

/**
 * 'this minute', '25 minutes ago', '20 hours ago' even before midnight, 'yesterday', '3 days ago' at the place. A clock that is behind the server's does
 * not make it the future.
 */
export function agoText(time: string, now: Date, timezone: string): string {
  const at = new Date(Math.min(new Date(time).getTime(), now.getTime()));
  const minutes = differenceInMinutes(now, at);
  // The day on which clocks go back has 25 hours.
  const isToday = dayIn(timezone, at) === dayIn(timezone, now);
  const unit = minutes < 60 ? 'minute' : minutes < 24 * 60 || isToday ? 'hour' : undefined;
  const toDay = (instant: Date) => (unit ? instant : parseISO(dayIn(timezone, instant)));
  return intlFormatDistance(toDay(at), toDay(now), { ...(unit && { unit }), locale: 'en-US', numeric: 'auto' });
}
