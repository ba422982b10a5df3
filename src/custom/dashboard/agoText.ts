import { differenceInMinutes, intlFormatDistance } from 'date-fns';

/** 'this minute', '25 minutes ago', '1 hour ago'; for times of the last hours, whatever the day. */
export const agoText = (time: string, now: Date): string =>
  intlFormatDistance(time, now, { unit: differenceInMinutes(now, time) < 60 ? 'minute' : 'hour', locale: 'en-US', numeric: 'auto' });
