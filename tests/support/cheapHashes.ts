import argon2 from 'argon2';

/**
 * Tests hash with the cheapest parameters that the library allows. A hash contains its parameters, so checking it is as cheap.
 * `tests/server/runtime/start.system.test.ts` checks the hashes of the built server.
 */
const cheap = { memoryCost: 1024, timeCost: 2, parallelism: 1 };

const library = argon2 as { hash: typeof argon2.hash; isCheap?: boolean };
const { hash } = library;
// The files of one worker share the library.
if (!library.isCheap)
  Object.assign(library, {
    isCheap: true,
    hash: (password: string, options: object) => hash(password, { ...options, ...cheap }),
  });
