import type { NewIndex } from '../buildIndex.ts';

/**
 * For the searches and tags of 0096-contact-words, the last visit of each contact on a page, and contacts who owe something.
 * Only the previous build uses `contacts_search` and `invoices_search`.
 */
export const contactLists: readonly NewIndex[] = [
  {
    name: 'contacts_words',
    on: 'contacts using gin (home_location_id, search_words(search_text, phone) gin_trgm_ops) where archived_at is null',
  },
  { name: 'invoices_words', on: 'invoices using gin (location_id, search_words(search_text, customer_phone) gin_trgm_ops)' },
  {
    name: 'contacts_tags',
    on: "contacts using gin (home_location_id, lower_tags(tags)) where archived_at is null and tags <> '{}'",
  },
  { name: 'contacts_tagged', on: "contacts (company_id) where archived_at is null and tags <> '{}'" },
  { name: 'checkins_visits', on: 'checkins (contact_id, checkin_time) include (company_id) where access_granted' },
  {
    name: 'invoices_owed',
    on: "invoices (company_id, contact_id) include (due_cents) where due_cents > 0 and status in ('open', 'partially_paid', 'overdue')",
  },
];
