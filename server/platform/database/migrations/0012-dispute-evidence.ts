/** When a bank wants its answer to a dispute, and who answered. */
export const disputeEvidence = /* sql */ `
alter table disputes
  add column due_by timestamptz(3),
  add column answered_at timestamptz(3),
  add column answered_by uuid,
  add column answered_by_name text,
  add constraint disputes_answered check ((answered_at is null) = (answered_by_name is null));
create index disputes_open on disputes (company_id, due_by) where status in ('needs_response', 'warning_needs_response');
`;
