import { z } from 'zod';
import { id, queryId, timestamp } from '#domain/shared/contract.ts';
import { listFields, optionalText, readOnlyFields, requiredId, requiredText } from '#domain/shared/fields.ts';
import { codeMaxLength } from '#domain/shared/limits.ts';

export const deviceKinds = ['kiosk', 'door'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

export const deviceKindLabels: Record<DeviceKind, string> = { kiosk: 'Kiosk', door: 'Door controller' };

/** Paired or to be paired, at one location. */
export const devicesMax = 100;
export const pairingMinutes = 10;
/** How long a door goes on by its list without the line, in hours. */
export const listHours = { min: 1, max: 168, usual: 36 } as const;

const listHoursMessage = `The list must be good for ${listHours.min} to ${listHours.max} hours`;

const device = z
  .object({
    id,
    companyId: id,
    locationId: id,
    name: z.string(),
    kind: z.enum(deviceKinds),
    /** The doors that it reads for and opens. */
    doorIds: z.array(id),
    /** The device's own words. */
    hardware: z.string().nullable(),
    version: z.string().nullable(),
    pairedAt: timestamp.nullable(),
    /** Exact to the minute. */
    lastSeenAt: timestamp.nullable(),
    /** Only doors fetch an access list. */
    listFetchedAt: timestamp.nullable(),
    listHours: z.int(),
    createdAt: timestamp,
  })
  .meta({ id: 'Device' });
export type Device = z.output<typeof device>;

export const deviceListQuery = z.object({ locationId: queryId });
/** The doors are those of its location. A kiosk has none. */
export const deviceUpdateBody = z
  .object({
    name: requiredText('Name is required').optional(),
    doorIds: z.array(id, 'Doors must be a list of ids').max(devicesMax).optional(),
    listHours: z
      .int(listHoursMessage)
      .min(listHours.min, listHoursMessage)
      .max(listHours.max, listHoursMessage)
      .optional(),
  })
  .meta({ id: 'DeviceUpdate' })
  .register(readOnlyFields, listFields(device));
export type DeviceUpdateBody = z.output<typeof deviceUpdateBody>;
export const deviceResponse = z.object({ device, message: z.string() }).meta({ id: 'DeviceResponse' });

export const deviceList = z.object({ devices: z.array(device) }).meta({ id: 'DeviceList' });
export type DeviceList = z.output<typeof deviceList>;

export const deviceBody = z
  .object({
    locationId: requiredId('Location is required'),
    name: requiredText('Name is required'),
    kind: z.enum(deviceKinds, 'Choose a kiosk or a door controller'),
  })
  .meta({ id: 'DeviceCreate' });
export type DeviceBody = z.output<typeof deviceBody>;

const pairing = z
  .object({
    /** The address of Spotter. */
    url: z.string(),
    code: z.string(),
    expiresAt: timestamp,
    /** An SVG image of the QR code with `{v: 1, url, code}`. */
    qr: z.string(),
  })
  .meta({ id: 'DevicePairing' });
export type DevicePairing = z.output<typeof pairing>;

/** `token` is shown here and never again. It ends when the device is paired with the code. */
export const deviceCreated = z
  .object({ device, token: z.string(), pairing, message: z.string() })
  .meta({ id: 'DeviceCreated' });
export type DeviceCreated = z.output<typeof deviceCreated>;

export const devicePairingCreated = z
  .object({ device, pairing, message: z.string() })
  .meta({ id: 'DevicePairingCreated' });
export type DevicePairingCreated = z.output<typeof devicePairingCreated>;

export const devicePairBody = z
  .object({
    code: requiredText('Code is required', codeMaxLength),
    hardware: optionalText(),
    version: optionalText(),
  })
  .meta({ id: 'DevicePair' });
export type DevicePairBody = z.output<typeof devicePairBody>;

const keys = {
  /** The key of the HMACs in the access list: 32 bytes in base64. */
  listKey: z.string(),
  /** Ed25519, of the signature of the access list: 32 bytes in base64. */
  publicKey: z.string(),
  keyId: id,
};

/** `token` is sent here and never again. */
export const devicePaired = z.object({ device, token: z.string(), ...keys }).meta({ id: 'DevicePaired' });
export type DevicePaired = z.output<typeof devicePaired>;

/** The token that asked for it works until the new one is used. The list key stays. */
export const deviceRolled = z.object({ token: z.string(), ...keys }).meta({ id: 'DeviceRolled' });

export const deviceSelf = z
  .object({
    device,
    location: z.object({ id, name: z.string(), timezone: z.string() }),
    company: z.object({ id, name: z.string() }),
    publicKey: keys.publicKey,
    keyId: keys.keyId,
  })
  .meta({ id: 'DeviceSelf' });
export type DeviceSelf = z.output<typeof deviceSelf>;
