import sharp from 'sharp';
import { imageKinds, imageKeys, imageSizes, type ImageKeys } from '../files/images.ts';
import type { Person } from './people.ts';
import { portraitSvg } from './portraits/portrait.ts';
import { photographed } from './reference/photographed.ts';

export interface Photo {
  keys: ImageKeys;
  size: number;
}

/** Draws the portraits and sizes them as an upload is; the files go to `files` by key, the photos are by contact. */
export async function takePhotos(people: readonly Person[], files: Map<string, Buffer>): Promise<Map<Person, Photo>> {
  const photos = new Map<Person, Photo>();
  for (const { name, at, portrait } of photographed) {
    const person = people.find(({ firstName, lastName, home }) => `${firstName} ${lastName}` === name && home.key === at);
    if (!person) throw new Error(`${name} is not a contact`);
    const photo = await sharp(Buffer.from(portraitSvg(portrait))).png().toBuffer();
    const keys = imageKeys(`${person.home.companyId}/images/${person.id}.webp`);
    const sizes = await imageSizes(photo);
    for (const kind of imageKinds) files.set(keys[kind], sizes[kind]);
    photos.set(person, { keys, size: photo.length });
  }
  return photos;
}
