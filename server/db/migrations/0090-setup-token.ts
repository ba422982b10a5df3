/** The token of the link that sets up an empty installation. At most one row, replaced at each start. */
export const setupToken = /* sql */ `
create table setup_token (
  only_row boolean primary key default true check (only_row),
  token_hash bytea not null
);
grant select, insert, update, delete on setup_token to spotter_app;
`;
