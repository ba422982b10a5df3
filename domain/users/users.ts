import type { Level, Role } from '#domain/shared/access.ts';

export const userStatuses = ['active', 'invited', 'disabled'] as const;
export type UserStatus = (typeof userStatuses)[number];

export interface Grant {
  locationId: string;
  accessLevel: Level;
}

/** A person's access in one company: to everything, or at some of its locations. */
export interface CompanyAccess {
  role: Role;
  locations: readonly Grant[];
}
