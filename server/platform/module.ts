import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { AppContext, JobContext } from './context.ts';

export interface Module {
  readonly routes?: readonly ((context: AppContext) => FastifyPluginAsyncZod)[];
  readonly jobs?: readonly Job[];
}

/** Background work. It runs on one of the servers that share a database, never on two at the same time. */
interface Job {
  readonly name: string;
  readonly seconds: number;
  readonly run: (context: JobContext, stopping: AbortSignal) => Promise<unknown>;
}

/** In seconds. */
export const minute = 60;
