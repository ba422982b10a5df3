import { createRequire } from 'node:module';
import type * as Serialize from '@emotion/serialize';

// React notes for each element where it was made, for a debugger and for messages that no test reads. It takes a fifth of the time.
Object.assign(console, { createTask: undefined });
const require = createRequire(import.meta.url);
const internals: object = Reflect.get(
  require('react'),
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {} });

const serialize: { serializeStyles: typeof Serialize.serializeStyles } = require('@emotion/serialize');
const { serializeStyles } = serialize;
const none = { name: '0', styles: '', next: undefined };

let hasStyles = false;
/** Most pages are drawn without style sheets, so what a component looks like is not worked out either. */
serialize.serializeStyles = (...given) => (hasStyles ? serializeStyles(...given) : none);

/** Works out what components look like, until this is called again. */
export const setStyles = (wanted: boolean) => {
  hasStyles = wanted;
};
