/** Gives a Chromium: the one asked for, Playwright's own, or one on the PATH; undefined if there is none. */
export function findBrowser(): Promise<string | undefined>;
