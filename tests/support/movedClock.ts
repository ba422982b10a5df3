/** Preloaded into a built server (`node --import`): its clock shows the milliseconds that CLOCK_FILE holds, which a test moves. */
import { readFileSync } from 'node:fs';

const now = () => Number(readFileSync(process.env['CLOCK_FILE'] ?? '', 'utf8'));

globalThis.Date = new Proxy(Date, {
  construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made) as Date,
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});
