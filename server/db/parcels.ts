import type { PoolClient, QueryResult } from 'pg';

type Send = (text: string, values: readonly unknown[]) => Promise<Pick<QueryResult, 'command' | 'rowCount' | 'rows'>>;

const nothing = { command: '', rowCount: 0, rows: [] };

/**
 * Sends statements on one connection so that a transaction waits for as few answers as it can: `begin` travels together
 * with the statement that follows it, and of what starts with `begin read only` each statement travels in one parcel
 * with a begin and a commit of its own. A reader cannot tell that from one transaction, since at read committed every
 * statement sees what is there when it starts. `nameOf` gives the name a text is prepared under.
 */
export function inParcels(client: PoolClient, nameOf: (text: string) => string | undefined): Send {
  const send: Send = (text, values) =>
    values.length === 0 ? client.query(text) : client.query({ name: nameOf(text), text, values: [...values] });
  /** One write for all; who waits for one of them need not wait for the others. */
  const together = (...statements: Parameters<Send>[]) => {
    const { stream } = client.connection;
    stream.cork();
    const answers = statements.map((statement) => send(...statement));
    stream.uncork();
    for (const answer of answers) answer.catch(() => undefined);
    return answers;
  };

  let begin: string | undefined;
  let committed: Promise<unknown> | undefined;
  return async (text, values) => {
    if (text.startsWith('begin')) {
      begin = text;
      return nothing;
    }
    if (!begin) return send(text, values);
    if (text === 'commit' || text === 'rollback') {
      // Nothing was begun yet, or all that was read is committed.
      begin = undefined;
      await committed;
      committed = undefined;
      return nothing;
    }
    const isReading = begin.startsWith('begin read only');
    const [begun, sent, ended] = together([begin, []], [text, values], ...(isReading ? [commit] : []));
    if (isReading) committed = ended;
    else begin = undefined;
    await begun;
    return sent ?? nothing;
  };
}

const commit: Parameters<Send> = ['commit', []];
