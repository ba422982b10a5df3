import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { contactCreateBody, contactEditForm } from '#domain/contract/contacts.ts';

/** The contact as it is created, and the picture that is sent after it. */
const createForm = contactCreateBody.extend({ photo: z.instanceof(File).nullish() });
export type ContactCreateForm = z.output<typeof createForm>;

export const createResolver = zodResolver(createForm);
export const editResolver = zodResolver(contactEditForm);
