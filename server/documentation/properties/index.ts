import { fromAToC } from './a-c.ts';
import { fromDToL } from './d-l.ts';
import { fromMToR } from './m-r.ts';
import { fromSToZ } from './s-z.ts';

export { special } from './special.ts';

/** By name. */
export const properties: Record<string, string> = { ...fromAToC, ...fromDToL, ...fromMToR, ...fromSToZ };
