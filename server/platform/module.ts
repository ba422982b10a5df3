import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { AppContext, JobContext } from './context.ts';
import type { Tables } from './database/schema.ts';

export interface Module {
  readonly routes?: readonly ((context: AppContext) => FastifyPluginAsyncZod)[];
  readonly jobs?: readonly Job[];
  readonly retention?: readonly Retention[];
}

/** Background work. It runs on one of the servers that share a database, never on two at the same time. */
interface Job {
  readonly name: string;
  readonly seconds: number;
  readonly run: (context: JobContext, stopping: AbortSignal) => Promise<unknown>;
}

/** Rows that housekeeping removes so many days after what the column says. */
interface Retention {
  readonly table: keyof Tables;
  readonly column: string;
  readonly days: number;
}

/** In seconds. */
export const minute = 60;
