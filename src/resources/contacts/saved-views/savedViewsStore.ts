import { readSession } from '#src/authProvider/session.ts';
import { localStorage } from '#src/safeStorage.ts';

interface SavedView {
  name: string;
  /** The list's query string, without its page. */
  search: string;
}

const toStorageKey = (path: string) => `views.${readSession()?.user.id ?? ''}.${path}`;

/** The views of a list that the signed-in user saved on this device, by name. */
export const savedViews = (path: string): SavedView[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(toStorageKey(path)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
};

/** A view with the same name is replaced, whatever its capitalization. */
export const saveView = (path: string, view: SavedView) => {
  const others = savedViews(path).filter(({ name }) => !isSame(name, view.name));
  writeViews(
    path,
    [...others, view].toSorted((a, b) => a.name.localeCompare(b.name)),
  );
};

export const removeView = (path: string, name: string) =>
  writeViews(
    path,
    savedViews(path).filter((view) => view.name !== name),
  );

export const toView = (search: string): string => {
  const parameters = new URLSearchParams(search);
  for (const name of ['page', 'perPage', 'displayedFilters', 'locationId']) parameters.delete(name);
  const text = parameters.toString();
  return text && `?${text}`;
};

const writeViews = (path: string, views: readonly SavedView[]) =>
  localStorage.setItem(toStorageKey(path), JSON.stringify(views));
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
const isView = (view: unknown): view is SavedView =>
  typeof view === 'object' &&
  view !== null &&
  'name' in view &&
  typeof view.name === 'string' &&
  'search' in view &&
  typeof view.search === 'string';
