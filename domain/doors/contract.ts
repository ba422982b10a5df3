import { z } from 'zod';
import { id, listQuery, pagination, timestamp } from '#domain/shared/contract.ts';
import { expectedUpdatedAt, listFields, readOnlyFields, requiredId, requiredText } from '#domain/shared/fields.ts';

const door = z
  .object({
    id,
    locationId: id,
    name: z.string(),
    /** One that is not active cannot be opened from the console. */
    isActive: z.boolean(),
    /** A controller that opens it listens for commands. */
    isConnected: z.boolean(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Door' });
export type Door = z.output<typeof door>;

export const doorPage = z.object({ doors: z.array(door), pagination }).meta({ id: 'DoorPage' });
export type DoorPage = z.output<typeof doorPage>;

const doorSortColumns = ['name', 'createdAt'] as const;

export const doorListQuery = z.strictObject(listQuery(z.enum(doorSortColumns).default('name'), 'asc'));
export type DoorListQuery = z.output<typeof doorListQuery>;

export const doorControllerQuery = z.strictObject({ locationId: requiredId('Location is required') });

export const doorControllerResponse = z.object({ hasController: z.boolean() }).meta({ id: 'DoorController' });
export type DoorControllerResponse = z.output<typeof doorControllerResponse>;

const name = requiredText('Door name is required');

export const doorCreateBody = z
  .object({ locationId: requiredId('Location is required'), name, isActive: z.boolean().default(true) })
  .meta({ id: 'DoorCreate' });
export type DoorCreateBody = z.output<typeof doorCreateBody>;

export const doorUpdateBody = z
  .object({ name: name.optional(), isActive: z.boolean().optional(), updatedAt: expectedUpdatedAt })
  .meta({ id: 'DoorUpdate' })
  .register(readOnlyFields, listFields(door));
export type DoorUpdateBody = z.output<typeof doorUpdateBody>;

export const doorResponse = z.object({ door, message: z.string().optional() }).meta({ id: 'DoorResponse' });
export type DoorResponse = z.output<typeof doorResponse>;
