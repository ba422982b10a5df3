import { createContext } from 'react';

/** Whether the check-in of this id has come in by itself a moment ago. */
export const ArrivalsContext = createContext<(checkinId: string) => boolean>(() => false);
