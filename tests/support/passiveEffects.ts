import { configure, getConfig } from '@testing-library/react';

// Kept before a test installs fake timers.
const { setImmediate } = globalThis;
const { asyncWrapper } = getConfig();

// React runs effects after painting, on a busy machine in a later task. A wait that ends with the painting would let a test
// check before the focus has moved or a shortcut is registered.
configure({
  asyncWrapper: (wait) =>
    asyncWrapper(async () => {
      const found = await wait();
      for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
      return found;
    }),
});
