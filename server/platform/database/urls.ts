export const socketUrl = (directory: string, user: string, database: string) =>
  `postgresql://${user}@${encodeURIComponent(directory)}/${database}`;

export function siblingUrl(url: string, database: string, user?: string): string {
  const sibling = new URL(url);
  sibling.pathname = `/${database}`;
  if (user) sibling.username = user;
  return sibling.href;
}
