/** Gives what a file does against the map of CONTRIBUTING.md, one sentence each; the path is relative to the checkout. */
export function violationsOf(path: string, source: string): string[];
