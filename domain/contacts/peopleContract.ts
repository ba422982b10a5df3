import { z } from 'zod';
import { id, queryIds } from '#domain/shared/contract.ts';
import { requiredId } from '#domain/shared/fields.ts';

export const peopleQuery = z.strictObject({ locationId: requiredId('Location is required'), ids: queryIds });

const person = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    homeLocationId: id,
    isMember: z.boolean(),
    searchText: z.string(),
  })
  .meta({ id: 'Person' });
export type Person = z.output<typeof person>;

/** All who can be searched for at a location, visitors too, by first name. Null if there are more than `peopleMax`. */
export const peopleResponse = z.object({ people: z.array(person).nullable() }).meta({ id: 'People' });
export type PeopleResponse = z.output<typeof peopleResponse>;

/** One server-sent event: whom to read again. Without ids all. */
const peopleEvent = z.object({ contactIds: z.array(id).optional() });
export type PeopleEvent = z.output<typeof peopleEvent>;
