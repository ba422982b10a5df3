import { DatabaseError, type ClientBase } from 'pg';

/** The driver waits for a statement by `grace` longer than the database. */
export const timeouts = { connect: 4_000, statement: 5_000, grace: 500, idleInTransaction: 10_000 };

/** Row-level security would not hold on this connection. It is closed and never used. */
export class UnsafeConnectionError extends Error {}

/** Uses statements, because a pooler may ignore start-up parameters. */
export async function setUpSession(client: ClientBase): Promise<void> {
  await client.query(settings).catch(rethrowRefusal);
  const { rows } = await client.query<Session>(session);
  const fault = rows[0] ? findFault(rows[0]) : 'it does not tell its role';
  if (fault) throw unsafe(fault);
}

const settings = `
  set role spotter_app;
  set timezone = 'UTC';
  set statement_timeout = ${timeouts.statement};
  set idle_in_transaction_session_timeout = ${timeouts.idleInTransaction}`;

const rethrowRefusal = (error: unknown): never => {
  // 22023: the role does not exist. 42501: this user is not a member of it.
  if (error instanceof DatabaseError && ['22023', '42501'].includes(error.code ?? '')) throw unsafe(error.message);
  throw error;
};

const unsafe = (fault: string) => new UnsafeConnectionError(`The database connection is not safe to use: ${fault}`);

interface Session {
  role: string;
  is_exempt: boolean;
  statement_ms: number;
  time_zone: string;
  open_tables: string | null;
  unforced_tables: string | null;
  policies: number;
}

const session = `
  select current_user as role, r.rolsuper or r.rolbypassrls as is_exempt,
         (extract(epoch from current_setting('statement_timeout')::interval) * 1000)::int as statement_ms,
         current_setting('timezone') as time_zone,
         (select count(*)::int from pg_policy where polname = 'tenant') as policies,
         (select string_agg(p.polrelid::regclass::text, ', ') from pg_policy p
           where p.polname = 'tenant' and not row_security_active(p.polrelid)) as open_tables,
         (select string_agg(c.oid::regclass::text, ', ') from pg_policy p join pg_class c on c.oid = p.polrelid
           where p.polname = 'tenant' and not c.relforcerowsecurity) as unforced_tables
    from pg_roles r where r.rolname = current_user`;

function findFault({
  role,
  is_exempt,
  statement_ms,
  time_zone,
  open_tables,
  unforced_tables,
  policies,
}: Session): string | undefined {
  if (role !== 'spotter_app') return `it acts as ${role} and not as spotter_app`;
  if (is_exempt) return 'the role spotter_app is a superuser or has BYPASSRLS: take that away';
  if (policies === 0) return 'no table has a policy for row-level security';
  if (open_tables) return `row-level security is off on ${open_tables}`;
  if (unforced_tables) return `row-level security is not forced on ${unforced_tables}`;
  if (statement_ms !== timeouts.statement) return 'it has no statement time-out';
  return time_zone === 'UTC' ? undefined : `its time zone is ${time_zone}`;
}
