interface Options {
  readonly column?: string;
  readonly may?: string;
}

const everything = 'select, insert, update, delete';

/**
 * Shows the application the companies that the transaction has in `spotter.companies`, and the role for work across
 * companies all rows. The policies also hold for the owner of the tables, so that a connection which lost its role sees
 * nothing.
 */
export const ofCompany = (table: string, { column = 'company_id', may = everything }: Options = {}) =>
  `
alter table ${table} enable row level security, force row level security;
create policy tenant on ${table} to spotter_app
  using (${column} = any ((select visible_companies())::uuid[]))
  with check (${column} = any ((select visible_companies())::uuid[]));
create policy maintenance on ${table} to spotter_maintenance using (true) with check (true);
grant ${may} on ${table} to spotter_app;
grant ${everything} on ${table} to spotter_maintenance;
`.trim();

export const ofNoCompany = (table: string) => `grant ${everything} on ${table} to spotter_app, spotter_maintenance;`;
