/**
 * Doors, the hours in which plans let in, and who may not come in. Tables: doors, access_hours, contact_blocks, door_log,
 * device_doors, device_streams, door_commands. What a door is answered when somebody wants to come in or go out is decided in
 * `decideAtDoor.ts` of `checkins`.
 */
import type { Module } from '#server/platform/module.ts';
import { accessHoursRoutes } from './accessHoursRoutes.ts';
import { commandRoutes } from './commandRoutes.ts';
import { deviceDoorRoutes } from './deviceDoorsRoutes.ts';
import { blockRoutes } from './blocksRoutes.ts';
import { doorRoutes } from './routes.ts';
import { doorLogRoutes } from './logRoutes.ts';

export const doors: Module = {
  routes: [doorRoutes, accessHoursRoutes, blockRoutes, doorLogRoutes, deviceDoorRoutes, commandRoutes],
  retention: [
    // Last year’s month can still be looked at, and it is longer than the 30 days in which a device reports late. Check-ins stay.
    { table: 'door_log', column: 'at', days: 400 },
    // A command is of no use after ten seconds; who gave it stays in the activity log.
    { table: 'door_commands', column: 'created_at', days: 30 },
  ],
};

export { findDoorName } from './deviceDoors.ts';
export { doorLogRepo } from './logRepo.ts';
