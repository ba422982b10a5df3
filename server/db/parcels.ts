import type { PoolClient, QueryResult } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

type Statement = readonly [text: string, values: readonly unknown[]];
type Answer = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>;

const nothing: Answer = { command: '', rowCount: 0, rows: [] };
const commit: Statement = ['commit', []];

/** How a statement begins that whoever asks for it does not wait for. */
export const pipelinedMark = '/* pipelined */ ';

/**
 * Sends statements on one connection so that a transaction waits for as few answers as it can. `begin` travels together
 * with the statement that follows it; a pipelined one is answered at once, travels with the next that is not, the commit
 * at the latest, and fails that one when it fails; and of what starts with `begin read only` each statement travels in
 * one parcel with a begin and a commit of its own. A reader cannot tell that from one transaction, since at read
 * committed every statement sees what is there when it starts. `nameOf` gives the name a text is prepared under.
 */
export function inParcels(client: PoolClient, nameOf: (text: string) => string | undefined) {
  const send = ([text, values]: Statement): Promise<Answer> =>
    values.length === 0 ? client.query(text) : client.query({ name: nameOf(text), text, values: [...values] });

  /** One write for all; who waits for one of them need not wait for those after it. */
  const together = (statements: readonly Statement[]) => {
    const { stream } = client.connection;
    stream.cork();
    const answers = statements.map(send);
    stream.uncork();
    for (const answer of answers) answer.catch(() => undefined);
    return answers;
  };
  const lastOf = async (statements: readonly Statement[]) => {
    let answer = nothing;
    for (const sent of together(statements)) answer = await sent;
    return answer;
  };

  let isReading = false;
  /** What goes out before the next statement; undefined outside of a transaction. */
  let before: readonly Statement[] | undefined;
  let committed: Promise<unknown> | undefined;

  async function end(statement: Statement, unsent: readonly Statement[]) {
    before = undefined;
    if (isReading) {
      await committed;
      committed = undefined;
      return nothing;
    }
    const isBegun = !isBegin(unsent[0]);
    if (statement[0] === 'rollback') return isBegun ? send(statement) : nothing;
    return isBegun || unsent.length > 1 ? lastOf([...unsent, statement]) : nothing;
  }

  return async (text: string, values: readonly unknown[]): Promise<Answer> => {
    const statement: Statement = [text, values];
    if (isBegin(statement)) {
      isReading = text.startsWith('begin read only');
      before = [statement];
      return nothing;
    }
    if (text === 'commit' || text === 'rollback') return before ? end(statement, before) : nothing;
    if (!before) return send(statement);
    if (text.startsWith(pipelinedMark)) {
      // As the driver does it, but while its failure still stops the work and the commit behind it.
      before = [...before, [text, values.map(prepareValue)]];
      return nothing;
    }
    if (isReading) {
      const [begun, sent, ended] = together([...before, statement, commit]);
      committed = ended;
      await begun;
      return sent ?? nothing;
    }
    const unsent = before;
    before = [];
    return lastOf([...unsent, statement]);
  };
}

const isBegin = (statement: Statement | undefined) => statement?.[0].startsWith('begin') ?? false;
