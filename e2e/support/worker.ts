import type { Locator, Page } from '@playwright/test';

/** A worker whose every key press, click and typed text is counted, on a clock that the first of them starts. */
export function workerAt(page: Page) {
  let actions = 0;
  let began = NaN;
  const count =
    <Given extends unknown[]>(act: (...given: Given) => Promise<unknown>) =>
    async (...given: Given) => {
      if (actions === 0) began = performance.now();
      actions += 1;
      await act(...given);
    };
  return {
    type: count((text: string) => page.keyboard.type(text)),
    press: count((key: string) => page.keyboard.press(key)),
    click: count((target: Locator) => target.click()),
    fill: count((target: Locator, text: string) => target.fill(text)),
    /** Prints a line for the benchmark, with the time without pauses; returns the actions. */
    done: (job: string) => {
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      process.stdout.write(`${job}: ${actions} actions, ${seconds} s\n`);
      return actions;
    },
  };
}
