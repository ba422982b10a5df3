import type { Level } from '#domain/rules/access.ts';

/** The level at the selected location; the location scope tells it, `canAccess` asks it. Null until there is one. */
let current: Level | null = null;

export const currentLevel = () => current;
export const setCurrentLevel = (level: Level | null) => {
  current = level;
};
