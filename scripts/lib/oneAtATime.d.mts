export function oneAtATime<T>(file: string, work: () => Promise<T>): Promise<T>;
