import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { forgetLists } from '#src/custom/lists/listMemory.ts';
import './passiveEffects.ts';
import { installStripe } from './stripeJs/installStripe.ts';
import { setWidth } from './width.ts';

// A machine that is busy with other things takes its time.
configure({ asyncUtilTimeout: 20_000 });

beforeEach(() => {
  // A desk's screen, unless a test says otherwise.
  setWidth(1280);
  // Stripe's loader keeps for all files what it found first.
  installStripe();
});

// jsdom draws nothing, so there is nothing to scroll.
window.scrollTo = () => undefined;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  forgetLists();
});
