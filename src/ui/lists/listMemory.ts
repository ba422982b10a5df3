/** The last query string of each list and the row that was opened from it, until the page is reloaded. */
interface Seen {
  search: string;
  opened?: string | number;
}

const seen = new Map<string, Seen>();

export const rememberList = (path: string, search: string) => {
  seen.set(path, { ...seen.get(path), search: withoutLocation(search) });
};

/** A shared link names its location. The way back to the list must not select one. */
const withoutLocation = (search: string) => search.replace(/([?&])locationId=[^&]*&?/, '$1').replace(/[?&]$/, '');

export const rememberOpened = (path: string, id: string | number) => {
  seen.set(path, { search: '', ...seen.get(path), opened: id });
};

/** The search, order and page of a list belong to one location. */
export const forgetLists = () => seen.clear();

export const openedFrom = (path: string) => seen.get(path)?.opened;

/** The list's path with its last page, order and search. */
export const withListState = (path: string) => `${path}${seen.get(path)?.search ?? ''}`;
