/**
 * Doors, the hours in which plans let in, and who may not come in. Tables: doors, access_hours, contact_blocks. Who may come in is
 * decided in `checkins`.
 */
import type { Module } from '#server/platform/module.ts';
import { accessHoursRoutes } from './accessHoursRoutes.ts';
import { blockRoutes } from './blocksRoutes.ts';
import { doorRoutes } from './doorsRoutes.ts';

export const doors: Module = {
  routes: [doorRoutes, accessHoursRoutes, blockRoutes],
};
