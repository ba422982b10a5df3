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
import { webhookRoutes } from './modules/stripe-webhook/routes.ts';
import { accountingRoutes } from './modules/accounting/routes.ts';
import { accountPasskeyRoutes } from './modules/account/passkeysRoutes.ts';
import { accountSecondFactorRoutes } from './modules/account/secondFactorRoutes.ts';
import { accountRoutes } from './modules/account/routes.ts';
import { activityRoutes } from './modules/activity/routes.ts';
import { agreementRoutes } from './modules/agreements/routes.ts';
import { agreementVersionRoutes } from './modules/agreements/versionsRoutes.ts';
import { attentionRoutes } from './modules/attention/routes.ts';
import { authRoutes } from './modules/auth/routes.ts';
import { checkinLiveRoutes } from './modules/checkins/liveRoutes.ts';
import { checkinRoutes } from './modules/checkins/routes.ts';
import { companyStripeRoutes } from './modules/stripe/keysRoutes.ts';
import { heldRenewalsRoutes } from './modules/contact-memberships/heldRenewalsRoutes.ts';
import { companyRoutes } from './modules/companies/routes.ts';
import { contactDuplicateRoutes } from './modules/contacts/duplicatesRoutes.ts';
import { contactImageRoutes } from './modules/contacts/imageRoutes.ts';
import { contactImportRoutes } from './modules/contact-import/routes.ts';
import { contactMailRoutes } from './modules/contacts/mailsRoutes.ts';
import { contactMembershipActionRoutes } from './modules/contact-memberships/actionRoutes.ts';
import { contactMembershipRoutes } from './modules/contact-memberships/routes.ts';
import { memberHistoryRoutes } from './modules/contacts/memberHistoryRoutes.ts';
import { contactStandingRoutes } from './modules/contacts/standingRoutes.ts';
import { contactRoutes } from './modules/contacts/routes.ts';
import { drawerRoutes } from './modules/drawers/routes.ts';
import { invoicePaymentRoutes } from './modules/invoices/paymentsRoutes.ts';
import { invoiceReceiptRoutes } from './modules/invoices/receiptRoutes.ts';
import { invoiceRefundRoutes } from './modules/invoices/refundsRoutes.ts';
import { invoiceRoutes } from './modules/invoices/routes.ts';
import { locationFeeRoutes } from './modules/locations/feesRoutes.ts';
import { locationRoutes } from './modules/locations/routes.ts';
import { membershipRoutes } from './modules/memberships/routes.ts';
import { membershipSalesItemRoutes } from './modules/memberships/salesItemsRoutes.ts';
import { todayRoutes } from './modules/reports/todayRoutes.ts';
import { reconciliationRoutes } from './modules/reconciliations/routes.ts';
import { reportRoutes } from './modules/reports/routes.ts';
import { paymentLinkRoutes } from './modules/invoices/paymentLinkRoutes.ts';
import { salesItemImageRoutes } from './modules/sales-items/imageRoutes.ts';
import { salesItemRoutes } from './modules/sales-items/routes.ts';
import { mailPreviewRoutes } from './modules/member-emails/previewRoutes.ts';
import { settingsRoutes } from './modules/settings/routes.ts';
import { setupRoutes } from './modules/setup/routes.ts';
import { invitationRoutes } from './modules/users/invitationsRoutes.ts';
import { userSessionRoutes } from './modules/users/sessionsRoutes.ts';
import { userRoutes } from './modules/users/routes.ts';
import { membershipPurchaseRoutes } from './modules/contact-memberships/purchaseRoutes.ts';
import { parkedSaleRoutes } from './modules/pos/parkedSalesRoutes.ts';
import { posRoutes } from './modules/pos/routes.ts';
import { purchaseRoutes } from './modules/invoices/purchasesRoutes.ts';

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
