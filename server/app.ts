import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { serializerCompiler, type FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps, Parts } from './platform/context.ts';
import { fileRoutes } from './platform/files/filesRoutes.ts';
import { signedUrls } from './platform/files/signedUrls.ts';
import { authentication } from './platform/http/authentication.ts';
import { compression } from './platform/http/compression.ts';
import { consoleFiles } from './platform/http/consoleFiles.ts';
import { answerError } from './platform/http/errors.ts';
import { apiHeaders, securityHeaders } from './platform/http/headers.ts';
import { healthRoutes } from './platform/http/health.ts';
import { answerClientError, checkHttp, httpOptions, requestTimeoutMs } from './platform/http/httpOptions.ts';
import { logRequests } from './platform/http/logging.ts';
import { metrics } from './platform/http/metrics.ts';
import { openApi } from './platform/http/openApi.ts';
import { notFound } from './platform/http/problem.ts';
import { validatorCompiler } from './platform/http/validation.ts';
import { idempotentPosts } from './platform/http/idempotentPosts.ts';
import { serializeError } from './platform/log/logging.ts';
import { webhookRoutes } from '#server/modules/stripe-webhook/index.ts';
import { accountingRoutes } from '#server/modules/accounting/index.ts';
import { accountPasskeyRoutes, accountRoutes, accountSecondFactorRoutes } from '#server/modules/account/index.ts';
import { activityRoutes } from '#server/modules/activity/index.ts';
import { agreementRoutes, agreementVersionRoutes } from '#server/modules/agreements/index.ts';
import { attentionRoutes } from '#server/modules/attention/index.ts';
import { authRoutes } from '#server/modules/auth/index.ts';
import { checkinLiveRoutes, checkinRoutes } from '#server/modules/checkins/index.ts';
import { companyStripeRoutes } from '#server/modules/stripe/index.ts';
import { contactMembershipActionRoutes, contactMembershipRoutes, heldRenewalsRoutes, membershipPurchaseRoutes } from '#server/modules/contact-memberships/index.ts';
import { companyRoutes } from '#server/modules/companies/index.ts';
import { contactDuplicateRoutes, contactImageRoutes, contactMailRoutes, contactRoutes, contactStandingRoutes, memberHistoryRoutes } from '#server/modules/contacts/index.ts';
import { contactImportRoutes } from '#server/modules/contact-import/index.ts';
import { drawerRoutes } from '#server/modules/drawers/index.ts';
import { invoicePaymentRoutes, invoiceReceiptRoutes, invoiceRefundRoutes, invoiceRoutes, paymentLinkRoutes, purchaseRoutes } from '#server/modules/invoices/index.ts';
import { locationFeeRoutes, locationRoutes } from '#server/modules/locations/index.ts';
import { membershipRoutes, membershipSalesItemRoutes } from '#server/modules/memberships/index.ts';
import { reportRoutes, todayRoutes } from '#server/modules/reports/index.ts';
import { reconciliationRoutes } from '#server/modules/reconciliations/index.ts';
import { salesItemImageRoutes, salesItemRoutes } from '#server/modules/sales-items/index.ts';
import { mailPreviewRoutes } from '#server/modules/member-emails/index.ts';
import { settingsRoutes } from '#server/modules/settings/index.ts';
import { setupRoutes } from '#server/modules/setup/index.ts';
import { invitationRoutes, userRoutes, userSessionRoutes } from '#server/modules/users/index.ts';
import { parkedSaleRoutes, posRoutes } from '#server/modules/pos/index.ts';

/** Every group of routes under `/api`, in the order in which `/api/docs` shows them. */
const resources: readonly ((deps: Deps) => FastifyPluginAsyncZod)[] = [
  healthRoutes,
  setupRoutes,
  authRoutes,
  accountRoutes,
  accountSecondFactorRoutes,
  accountPasskeyRoutes,
  companyRoutes,
  companyStripeRoutes,
  heldRenewalsRoutes,
  settingsRoutes,
  mailPreviewRoutes,
  locationRoutes,
  locationFeeRoutes,
  userRoutes,
  userSessionRoutes,
  invitationRoutes,
  contactRoutes,
  contactDuplicateRoutes,
  contactImageRoutes,
  contactImportRoutes,
  contactMailRoutes,
  contactMembershipRoutes,
  contactMembershipActionRoutes,
  contactStandingRoutes,
  memberHistoryRoutes,
  membershipRoutes,
  membershipPurchaseRoutes,
  membershipSalesItemRoutes,
  salesItemRoutes,
  salesItemImageRoutes,
  invoiceRoutes,
  invoicePaymentRoutes,
  invoiceReceiptRoutes,
  invoiceRefundRoutes,
  paymentLinkRoutes,
  attentionRoutes,
  agreementRoutes,
  agreementVersionRoutes,
  checkinRoutes,
  checkinLiveRoutes,
  reportRoutes,
  accountingRoutes,
  todayRoutes,
  activityRoutes,
  posRoutes,
  parkedSaleRoutes,
  drawerRoutes,
  purchaseRoutes,
  reconciliationRoutes,
  webhookRoutes,
  fileRoutes,
];

/** JSON bodies. */
const bodyLimit = 256 * 1024;

interface Options {
  logger?: Exclude<FastifyServerOptions['logger'], boolean>;
  /** Validates every response against the contract; for tests. */
  strictAnswers?: boolean;
}

/** The API and the console's files, ready to listen or for `inject`. */
export async function buildApp(parts: Parts, { logger, strictAnswers = false }: Options = {}): Promise<FastifyInstance> {
  const urls = signedUrls(parts.config.appSecret);
  const deps: Deps = { ...parts, urlOf: (key) => key && urls.sign(key, parts.clock()) };
  const app = fastify({
    ...(logger && { logger: { ...logger, serializers: { err: serializeError } } }),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    trustProxy: deps.config.trustProxy.length > 0 ? [...deps.config.trustProxy] : false,
    bodyLimit,
    http: httpOptions,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
  });
  app.setValidatorCompiler(validatorCompiler);
  // The contract already types the responses; only tests validate each one.
  app.setSerializerCompiler(strictAnswers ? serializerCompiler : () => JSON.stringify);
  app.setErrorHandler(answerError);

  app.addHook('onRequest', async (request, reply) => apiHeaders(request, reply));
  securityHeaders(app, deps.config);
  checkHttp(app);
  authentication(app, deps);
  logRequests(app);
  metrics(app, deps);
  compression(app);
  idempotentPosts(app, deps);
  await openApi(app);
  await app.register(multipart);
  await app.register(
    async (api) => {
      api.setNotFoundHandler((request, reply) => answerError(notFound('Page'), request, reply));
      for (const routes of resources) await api.register(routes(deps));
    },
    { prefix: '/api' },
  );
  await consoleFiles(app, deps.config);
  return app;
}
