import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { serializerCompiler, type FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps, Parts } from './deps.ts';
import { fileRoutes } from './files/files.routes.ts';
import { signedUrls } from './files/signedUrls.ts';
import { authentication } from './http/authentication.ts';
import { compression } from './http/compression.ts';
import { consoleFiles } from './http/consoleFiles.ts';
import { answerError } from './http/errors.ts';
import { apiHeaders, securityHeaders } from './http/headers.ts';
import { healthRoutes } from './http/health.ts';
import { answerClientError, checkHttp, httpOptions, requestTimeoutMs } from './http/httpOptions.ts';
import { logRequests } from './http/logging.ts';
import { metrics } from './http/metrics.ts';
import { openApi } from './http/openApi.ts';
import { notFound } from './http/problem.ts';
import { validatorCompiler } from './http/validation.ts';
import { idempotentPosts } from './idempotentPosts.ts';
import { serializeError } from './logging.ts';
import { webhookRoutes } from './payments/webhook.routes.ts';
import { accountingRoutes } from './resources/accounting/accounting.routes.ts';
import { accountPasskeyRoutes } from './resources/account/account-passkeys.routes.ts';
import { accountSecondFactorRoutes } from './resources/account/account-second-factor.routes.ts';
import { accountRoutes } from './resources/account/account.routes.ts';
import { activityRoutes } from './resources/activity/activity.routes.ts';
import { agreementRoutes } from './resources/agreements/agreements.routes.ts';
import { agreementVersionRoutes } from './resources/agreements/agreements-versions.routes.ts';
import { attentionRoutes } from './resources/attention/attention.routes.ts';
import { authRoutes } from './resources/auth/auth.routes.ts';
import { checkinLiveRoutes } from './resources/checkins/checkins-live.routes.ts';
import { checkinRoutes } from './resources/checkins/checkins.routes.ts';
import { companyStripeRoutes } from './resources/company/company-stripe.routes.ts';
import { heldRenewalsRoutes } from './resources/company/held-renewals.routes.ts';
import { companyRoutes } from './resources/company/company.routes.ts';
import { contactDuplicateRoutes } from './resources/contacts/contacts-duplicates.routes.ts';
import { contactImageRoutes } from './resources/contacts/contacts-image.routes.ts';
import { contactImportRoutes } from './resources/contacts/contacts-import.routes.ts';
import { contactMailRoutes } from './resources/contacts/contacts-mails.routes.ts';
import { contactMembershipActionRoutes } from './resources/contacts/contacts-memberships-actions.routes.ts';
import { contactMembershipRoutes } from './resources/contacts/contacts-memberships.routes.ts';
import { memberHistoryRoutes } from './resources/contacts/contacts-member-history.routes.ts';
import { contactStandingRoutes } from './resources/contacts/contacts-standing.routes.ts';
import { contactRoutes } from './resources/contacts/contacts.routes.ts';
import { drawerRoutes } from './resources/drawers/drawers.routes.ts';
import { invoicePaymentRoutes } from './resources/invoices/invoices-payments.routes.ts';
import { invoiceReceiptRoutes } from './resources/invoices/invoices-receipt.routes.ts';
import { invoiceRefundRoutes } from './resources/invoices/invoices-refunds.routes.ts';
import { invoiceRoutes } from './resources/invoices/invoices.routes.ts';
import { locationFeeRoutes } from './resources/location/location-fees.routes.ts';
import { locationRoutes } from './resources/location/location.routes.ts';
import { membershipRoutes } from './resources/memberships/memberships.routes.ts';
import { membershipSalesItemRoutes } from './resources/memberships/memberships-sales-items.routes.ts';
import { todayRoutes } from './resources/reports/reports-today.routes.ts';
import { reconciliationRoutes } from './resources/reconciliations/reconciliations.routes.ts';
import { reportRoutes } from './resources/reports/reports.routes.ts';
import { paymentLinkRoutes } from './resources/payment-links/payment-links.routes.ts';
import { salesItemImageRoutes } from './resources/sales-items/sales-items-image.routes.ts';
import { salesItemRoutes } from './resources/sales-items/sales-items.routes.ts';
import { mailPreviewRoutes } from './mail/mailPreview.routes.ts';
import { settingsRoutes } from './resources/settings/settings.routes.ts';
import { setupRoutes } from './resources/setup/setup.routes.ts';
import { invitationRoutes } from './resources/users/invitations.routes.ts';
import { userSessionRoutes } from './resources/users/users-sessions.routes.ts';
import { userRoutes } from './resources/users/users.routes.ts';
import { membershipPurchaseRoutes } from './sales/memberships-purchase.routes.ts';
import { parkedSaleRoutes } from './sales/parked-sales.routes.ts';
import { posRoutes } from './sales/pos.routes.ts';
import { purchaseRoutes } from './sales/purchases.routes.ts';

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
