export const defaultPoolSize = 20;
/** Below it, jobs that hold a connection while they use another could wait for one another. */
export const smallestPoolSize = 4;
export const largestPoolSize = 1_000;
