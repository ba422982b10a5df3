import { imageKinds, imageKeys, type ImageKeys } from '#server/platform/files/images.ts';
import { readPictureSizes } from './assets.ts';
import type { Person } from './contacts.ts';
import { photographed } from './reference/photographed.ts';

export interface Photo {
  keys: ImageKeys;
  size: number;
}

/** Adds the portraits to `files` by key and returns the photos by contact. */
export async function addPortraits(people: readonly Person[], files: Map<string, Buffer>): Promise<Map<Person, Photo>> {
  const photos = new Map<Person, Photo>();
  for (const { name, at } of photographed) {
    const person = people.find(
      ({ firstName, lastName, home }) => `${firstName} ${lastName}` === name && home.key === at,
    );
    if (!person) throw new Error(`${name} is not a contact`);
    const keys = imageKeys(`${person.home.companyId}/images/${person.id}.webp`);
    const sizes = await readPictureSizes(`portraits/${name.toLowerCase().replace(' ', '-')}`);
    for (const kind of imageKinds) files.set(keys[kind], sizes[kind]);
    photos.set(person, { keys, size: sizes.original.length });
  }
  return photos;
}
