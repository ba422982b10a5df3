/** Keys that a gym's website shows to everybody, and that may only sign people up. */
export const publishableKeys = /* sql */ `
alter table api_keys add column kind text not null default 'secret' check (kind in ('secret', 'publishable'));
`;
