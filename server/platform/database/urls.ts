/** The URL of a database behind the Unix socket in `directory`. The driver, psql and pg_dump accept it. */
export const socketUrl = (directory: string, user: string, database: string) =>
  `postgresql://${user}@${encodeURIComponent(directory)}/${database}`;

/** The URL of another database on the same server, optionally for another user. */
export function siblingUrl(url: string, database: string, user?: string): string {
  const sibling = new URL(url);
  sibling.pathname = `/${database}`;
  if (user) sibling.username = user;
  return sibling.href;
}
