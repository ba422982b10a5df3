import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { AppContext, JobContext } from './context.ts';

/** What a folder of `server/modules` adds to the server. */
export interface Module {
  /** Groups of routes under `/api`, in the order in which `/api/docs` shows them. */
  readonly routes?: readonly ((context: AppContext) => FastifyPluginAsyncZod)[];
  readonly jobs?: readonly Job[];
}

/** Background work. It runs on one of the servers that share a database, never on two at the same time. */
export interface Job {
  readonly name: string;
  /** The interval between two runs. */
  readonly seconds: number;
  readonly run: (context: JobContext, stopping: AbortSignal) => Promise<unknown>;
}

/** In seconds. */
export const minute = 60;
