/**
 * An item's tile at the till: its category, bar code, favorite mark and picture. They have a table of their own because the
 * previous release keeps a prepared `select *` of sales items, which fails once columns are added.
 */
export const salesItemTiles = /* sql */ `
create table sales_item_tiles (
  sales_item_id uuid primary key,
  company_id uuid not null,
  location_id uuid not null,
  category text collate "und-x-icu" check (category <> ''),
  -- One item of a location has it. A deleted item's is taken away, so that it is free again.
  barcode text check (barcode <> ''),
  is_favorite boolean not null default false,
  image_original_key text,
  image_preview_key text,
  image_thumbnail_key text,
  image_file_name text,
  foreign key (company_id, sales_item_id) references sales_items (company_id, id) on delete cascade
);
create unique index sales_item_tiles_barcode on sales_item_tiles (location_id, barcode) where barcode is not null;
alter table sales_item_tiles enable row level security;
alter table sales_item_tiles force row level security;
create policy tenant on sales_item_tiles to spotter_app
  using (company_id = any ((select visible_companies())::uuid[]))
  with check (company_id = any ((select visible_companies())::uuid[]));
create policy maintenance on sales_item_tiles to spotter_maintenance using (true) with check (true);
grant select, insert, update, delete on sales_item_tiles to spotter_app, spotter_maintenance;
`;
