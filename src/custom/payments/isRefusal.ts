import { HttpError } from 'react-admin';

/** Whether the server refused for good: below 500 but 429 nothing happened, and asking again gives the same answer. */
export const isRefusal = (error: unknown): boolean => error instanceof HttpError && error.status < 500 && error.status !== 429;
