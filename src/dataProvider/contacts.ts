import type { MemberSummaryResponse } from '#domain/contacts/memberSummaryContract.ts';
import type { MessageResponse } from '#domain/shared/contract.ts';
import type { ContactDuplicates } from '#domain/contacts/duplicatesContract.ts';
import type { PeopleResponse } from '#domain/contacts/peopleContract.ts';
import type { DeletedContactResponse } from '#domain/contacts/deletionContract.ts';
import type { ContactNoteResponse, ContactNotesResponse } from '#domain/contacts/notesContract.ts';
import type {
  Contact,
  ContactResponse,
  ContactDetail,
  ContactImageResponse,
  ContactListItem,
  ContactPage,
  ContactTags,
  ContactCodeResponse,
  MemberHistory,
  MemberHistoryResponse,
} from '#domain/contacts/contract.ts';
import { http } from './http.ts';
import { restResource } from './restResource.ts';
import { staleBy } from './stale.ts';

/** A row of a contact list or search, with its home location and, for levels that may read contacts, its member status. */
export type ListedContact = ContactListItem['contact'] & {
  homeLocation: ContactListItem['homeLocation'];
  memberStatus?: ContactListItem['memberStatus'];
  /** Found in memory: what the server adds to a name, its photo above all, is not known yet. */
  isNameOnly?: true;
};
/** The response to a change lacks the home location and the rights, until the contact is read again. */
export type ContactRecord = Contact & Partial<Omit<ContactDetail, 'contact'>>;

export const contactsResource = restResource({
  path: 'contacts',
  stale: staleBy.contacts,
  rows: ({ contacts }: ContactPage) =>
    contacts.map(({ contact, homeLocation, memberStatus }): ListedContact => ({
      ...contact,
      homeLocation,
      memberStatus,
    })),
  one: ({ contact, ...rest }: ContactDetail | ContactResponse): ContactRecord => ({ ...contact, ...rest }),
});

const notes = ['contacts'] as const;

export const contactActions = {
  /** All who can be searched for at the location, or those of them with these ids. */
  async people(locationId: string, { ids, signal }: { ids?: readonly string[]; signal?: AbortSignal }) {
    const only = ids ? `&ids=${ids.join(',')}` : '';
    const { people } = await http<PeopleResponse>(`/contacts/people?locationId=${locationId}${only}`, { signal });
    return people;
  },

  async memberSummary(id: string, locationId: string, signal?: AbortSignal) {
    const { summary } = await http<MemberSummaryResponse>(`/contacts/${id}/standing?locationId=${locationId}`, {
      signal,
    });
    return summary;
  },

  uploadContactImage: (id: string, image: File) => {
    const form = new FormData();
    form.append('image', image, image.name);
    return http<ContactImageResponse>(`/contacts/${id}/image`, { method: 'POST', body: form, stale: staleBy.contacts });
  },

  removeContactImage: (id: string) =>
    http<MessageResponse>(`/contacts/${id}/image`, { method: 'DELETE', stale: staleBy.contacts }),

  contactCode: (id: string, signal?: AbortSignal) => http<ContactCodeResponse>(`/contacts/${id}/code`, { signal }),

  replaceContactCode: (id: string, idempotencyKey: string) =>
    http<ContactCodeResponse>(`/contacts/${id}/code`, { method: 'POST', idempotencyKey, stale: ['contacts'] }),

  emailContactCode: (id: string, idempotencyKey: string) =>
    http<MessageResponse>(`/contacts/${id}/code/email`, { method: 'POST', idempotencyKey, stale: ['activity'] }),

  contactNotes: async (id: string, signal?: AbortSignal) =>
    (await http<ContactNotesResponse>(`/contacts/${id}/notes`, { signal })).notes,

  addContactNote: (id: string, text: string, idempotencyKey: string) =>
    http<ContactNoteResponse>(`/contacts/${id}/notes`, {
      method: 'POST',
      body: { text },
      idempotencyKey,
      stale: notes,
    }),

  deleteContactNote: (id: string, noteId: string) =>
    http<MessageResponse>(`/contacts/${id}/notes/${noteId}`, { method: 'DELETE', stale: notes }),

  /** The number of members of a location on each of the last days, today last. */
  memberHistory: async (locationId: string, days: number, signal?: AbortSignal): Promise<MemberHistory> =>
    (await http<MemberHistoryResponse>(`/contacts/member-history?locationId=${locationId}&days=${days}`, { signal }))
      .days,

  retryContactEmails: (id: string) =>
    http<ContactResponse>(`/contacts/${id}/emails/retry`, { method: 'POST', stale: staleBy.contacts }),

  deletedContact: async (id: string, signal?: AbortSignal) =>
    (await http<DeletedContactResponse>(`/contacts/${id}/deletion`, { signal })).deletion,

  /** Takes back a deletion. `homeLocationId` is used if the contact's home location was archived meanwhile. */
  restoreContact: (id: string, homeLocationId: string | undefined) =>
    http<ContactResponse>(`/contacts/${id}/restore`, {
      method: 'POST',
      body: { homeLocationId },
      stale: staleBy.contacts,
    }),

  contactTags: async (locationId: string, signal?: AbortSignal) => {
    const { tags } = await http<ContactTags>(`/contacts/tags?locationId=${locationId}`, { signal });
    return tags;
  },

  findDuplicates: async (typed: Record<string, string>, signal?: AbortSignal) => {
    const { duplicates } = await http<ContactDuplicates>(`/contacts/duplicates?${new URLSearchParams(typed)}`, {
      signal,
    });
    return duplicates;
  },
};
