import { v7 as uuid } from 'uuid';
import { signToken } from '#server/platform/http/tokens.ts';
import type { TestServer } from './server.ts';

export interface Sent {
  readonly path: string;
  /** Without one the path is read. */
  readonly body?: unknown;
  readonly key: string;
}

/** A token of a new session, for any server with the same database and secret. */
export async function createToken(server: TestServer, user: { id: string }): Promise<string> {
  const session = { id: uuid(), userId: user.id, expiresAt: new Date(Date.now() + 3_600_000) };
  await server.database.unscoped
    .insertInto('sessions')
    .values({ id: session.id, user_id: user.id, expires_at: session.expiresAt, revoked_at: null })
    .execute();
  return signToken(server.config.appSecret, session, new Date());
}

/** Sends over a new connection, like one press of a button; rejects when the response is lost. */
export async function httpCaller(server: TestServer, user: { id: string }) {
  const token = await createToken(server, user);
  return async (origin: string, { path, body, key }: Sent) => {
    const response = await fetch(`${origin}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': key }),
        connection: 'close',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as { invoice: { id: string } } };
  };
}
export type HttpCaller = Awaited<ReturnType<typeof httpCaller>>;
