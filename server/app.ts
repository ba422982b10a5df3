import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import fp from 'fastify-plugin';
import fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { AppContext, JobContext } from './platform/context.ts';
import { fileRoutes } from './platform/files/filesRoutes.ts';
import { signedUrls } from './platform/files/signedUrls.ts';
import { describe, type Described } from './documentation/describe.ts';
import { authentication } from './platform/http/authentication.ts';
import { closeConnections } from './platform/http/closing.ts';
import { compression } from './platform/http/compression.ts';
import { consoleFiles } from './platform/http/consoleFiles.ts';
import { cors } from './platform/http/cors.ts';
import { entityTags } from './platform/http/entityTags.ts';
import { sendError } from './platform/http/errors.ts';
import { apiHeaders, securityHeaders } from './platform/http/headers.ts';
import { healthRoutes } from './platform/http/health.ts';
import { sendClientError, checkHttp, httpOptions, requestTimeoutMs } from './platform/http/httpOptions.ts';
import { logRequests } from './platform/http/logging.ts';
import { metrics } from './platform/http/metrics.ts';
import { openApi } from './platform/http/openApi.ts';
import { contractSerializer } from './platform/http/serialization.ts';
import { Problem } from './platform/http/problem.ts';
import { validatorCompiler } from './platform/http/validation.ts';
import { allModules } from './modules.ts';
import { idempotentPosts } from './platform/http/idempotentPosts.ts';
import { serializeError } from './platform/log/logging.ts';

/** JSON bodies. */
const bodyLimit = 256 * 1024;

interface Options {
  logger?: Exclude<FastifyServerOptions['logger'], boolean>;
  /** Validates every response against the contract; for tests. */
  strictResponses?: boolean;
}

/** The API and the console's files, ready to listen or for `inject`. */
export async function buildApp(
  parts: JobContext,
  { logger, strictResponses = false }: Options = {},
): Promise<FastifyInstance> {
  const urls = signedUrls(parts.config.appSecret);
  const context: AppContext = { ...parts, signUrl: (key) => key && urls.sign(key, parts.clock()) };
  const app = fastify({
    ...(logger && { logger: { ...logger, serializers: { err: serializeError } } }),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    trustProxy: context.config.trustProxy.length > 0 ? [...context.config.trustProxy] : false,
    bodyLimit,
    http: httpOptions,
    requestTimeout: requestTimeoutMs,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: sendError,
    clientErrorHandler: sendClientError,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(contractSerializer(strictResponses));
  app.setErrorHandler(sendError);

  for (const [name, dependencies, plugin] of plugins) {
    await app.register(fp(async (instance) => plugin(instance, context), { name, dependencies: [...dependencies] }));
  }
  await app.register(
    async (api) => {
      api.setNotFoundHandler((request, reply) =>
        sendError(new Problem(404, 'There is no such call. /api/docs lists all calls.'), request, reply),
      );
      for (const routes of [healthRoutes, ...allModules.flatMap((module) => module.routes ?? []), fileRoutes])
        await api.register(routes(context));
    },
    { prefix: '/api' },
  );
  await consoleFiles(app, context.config);
  return app;
}

type Plugin = (app: FastifyInstance, context: AppContext) => void | Promise<void>;

/** Every request passes them in this order: the name of each plugin, those that it needs before it, and what it adds. */
const plugins: readonly (readonly [name: string, dependencies: readonly string[], Plugin])[] = [
  ['api-headers', [], (app) => void app.addHook('onRequest', async (request, reply) => apiHeaders(request, reply))],
  ['security-headers', [], (app, { config }) => securityHeaders(app, config)],
  ['http-rules', ['api-headers'], checkHttp],
  ['closing', [], closeConnections],
  ['cors', ['http-rules'], cors],
  // After `cors`, so that a browser may read why a call was refused.
  ['authentication', ['api-headers', 'security-headers', 'http-rules', 'cors'], authentication],
  ['request-log', ['authentication'], logRequests],
  ['metrics', [], metrics],
  ['entity-tags', [], entityTags],
  // After `entity-tags`, which reads what it compresses.
  ['compression', ['entity-tags'], compression],
  ['uploads', [], async (app) => void (await app.register(multipart))],
  ['idempotency', ['authentication', 'uploads'], idempotentPosts],
  // It describes the header that `idempotency` gives a route.
  ['openapi', ['idempotency'], (app) => openApi(app, (document) => describe(document as Described))],
];
