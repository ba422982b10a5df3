import type { NewIndex } from '../buildIndex.ts';

/** Deletes payment links that expired long ago: at most `most` of them, the oldest first. */
export const oldPaymentLinks = /* sql */ `
create function remove_old_payment_links(before timestamptz, most int) returns int
language sql security definer set search_path from current as $$
  with removed as (
    delete from payment_links where id in (select id from payment_links where expires_at < before order by expires_at limit most) returning 1)
  select count(*)::int from removed
$$;
alter function remove_old_payment_links(timestamptz, int) owner to spotter_maintenance;
`;

export const paymentLinkIndexes: readonly NewIndex[] = [{ name: 'payment_links_expired', on: 'payment_links (expires_at)' }];
