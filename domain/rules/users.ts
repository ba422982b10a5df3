import type { Level, Role } from './access.ts';

export const userStatuses = ['active', 'invited', 'disabled'] as const;
export type UserStatus = (typeof userStatuses)[number];

export interface Grant {
  locationId: string;
  accessLevel: Level;
}

/** What a person may do in one company: everything, or something at some of its locations. */
export interface Access {
  role: Role;
  locations: readonly Grant[];
}
