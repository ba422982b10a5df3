/** Gives the URL of a database behind the unix socket in `directory`, as the driver, psql and pg_dump accept it. */
export const socketUrl = (directory: string, user: string, database: string) =>
  `postgresql://${user}@${encodeURIComponent(directory)}/${database}`;

/** Gives the same server's URL for another database, or another user too. */
export function siblingUrl(url: string, database: string, user?: string): string {
  const sibling = new URL(url);
  sibling.pathname = `/${database}`;
  if (user) sibling.username = user;
  return sibling.href;
}
