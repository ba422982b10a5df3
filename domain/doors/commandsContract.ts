import { z } from 'zod';
import { id, timestamp } from '#domain/shared/contract.ts';
import { optionalText } from '#domain/shared/fields.ts';

/** `open` for some seconds, `hold_open` until `release`, `lock` until `release`: `release` goes back to what the members may do. */
const commandTypes = ['open', 'hold_open', 'lock', 'release'] as const;
/** The default of a command that opens a door. */
export const openSeconds = 5;
const openSecondsMax = 3_600;
/** After this a command is not done any more, and the console says that nobody acknowledged it. */
export const answerSeconds = 10;

const commandStates = ['waiting', 'done', 'failed', 'unanswered'] as const;

const command = z
  .object({
    id,
    doorId: id,
    device: z.object({ id, name: z.string() }),
    type: z.enum(commandTypes),
    seconds: z.int().nullable(),
    createdAt: timestamp,
    /** `unanswered`: no controller acknowledged it within ten seconds. */
    status: z.enum(commandStates),
    /** The controller's own words. */
    message: z.string().nullable(),
  })
  .meta({ id: 'DoorCommand' });
export type DoorCommand = z.output<typeof command>;

const secondsMessage = `Seconds must be 1 to ${openSecondsMax}`;

export const openDoorBody = z
  .object({
    type: z.enum(commandTypes, 'Type must be open, hold_open, lock or release').default('open'),
    seconds: z.int(secondsMessage).min(1, secondsMessage).max(openSecondsMax, secondsMessage).optional(),
  })
  .meta({ id: 'DoorOpen' });
export type OpenDoorBody = z.output<typeof openDoorBody>;

export const commandResponse = z
  .object({ command, message: z.string().optional() })
  .meta({ id: 'DoorCommandResponse' });
export type CommandResponse = z.output<typeof commandResponse>;

export const commandParams = z.object({ id, commandId: id });

/** A server-sent event to a controller. */
const commandEvent = z.object({
  id,
  type: z.enum(commandTypes),
  doorId: id,
  seconds: z.int().optional(),
  /** The controller ignores the command after this. */
  expiresAt: timestamp,
});
export type CommandEvent = z.output<typeof commandEvent>;

export const acknowledgementBody = z
  .object({ done: z.boolean('Done must be true or false'), message: optionalText() })
  .meta({ id: 'DoorAcknowledgement' });
export type AcknowledgementBody = z.output<typeof acknowledgementBody>;
