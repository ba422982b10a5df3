import { company } from './company.ts';
import { desk } from './desk.ts';
import { money } from './money.ts';
import { people } from './people.ts';

export const operations: Record<string, string> = { ...people, ...desk, ...money, ...company };
