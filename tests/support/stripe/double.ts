import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Stripe } from 'stripe';
import { account, type StripeAccount } from './account.ts';
import { invalid, missing, readForm, record, Refusal, text, type Form } from './http.ts';
import { sampleBalance } from './shapes.ts';

/** How a call fails: refused before anything happened, never answered, or executed and then cut off. */
type Failure = 500 | 401 | 402 | 429 | 'hang' | 'cut';

interface PlannedFailure {
  readonly on: RegExp;
  readonly how: Failure;
  times: number;
}

interface Hold {
  readonly on: RegExp;
  untilReleased(): Promise<void>;
}

interface Reply {
  status: number;
  body: unknown;
}

export type StripeDouble = Awaited<ReturnType<typeof stripeDouble>>;

/**
 * A stand-in for Stripe's API over HTTP, with its own accounts, customers, intents, cards, refunds, webhook endpoints and
 * idempotency keys. The official SDK talks to it through `STRIPE_API_URL`, and so does a stand-in for Stripe.js. With
 * `opensAnyAccount` a key whose name starts with `gym` opens the account of that name.
 */
export async function stripeDouble({ port = 0, opensAnyAccount = false } = {}) {
  const accounts = new Map<string, StripeAccount>();
  const kept = new Map<string, { asked: string; result?: Reply }>();
  const atWork = new Set<string>();
  const failures: PlannedFailure[] = [];
  const holds: Hold[] = [];
  const calls: string[] = [];
  const state = { latencyMs: 0 };

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString(isMultipart(request) ? 'latin1' : 'utf8');
    const call = `${request.method} ${request.url?.split('?')[0]}`;
    if (request.method === 'OPTIONS') return respond(response, { status: 204, body: null });
    calls.push(call);
    const failure = failures.find(({ on, times }) => times > 0 && on.test(call));
    if (failure) failure.times -= 1;
    if (failure?.how === 'hang') return;
    const key =
      request.method === 'POST' && request.headers['idempotency-key']
        ? `${request.headers.authorization} ${request.headers['idempotency-key']}`
        : undefined;
    if (key && atWork.has(key)) return respond(response, refused(keyInUse));
    if (key) atWork.add(key);
    const held = holds.findIndex(({ on }) => on.test(call));
    if (held >= 0) await holds.splice(held, 1)[0]?.untilReleased();
    if (state.latencyMs > 0) await new Promise((after) => setTimeout(after, state.latencyMs));
    if (key) atWork.delete(key);
    if (typeof failure?.how === 'number') return respond(response, refusedWith(failure.how));
    const result = once(request, call, body);
    if (failure?.how === 'cut') return void response.socket?.destroy();
    respond(response, result);
  }

  /** Stripe's own idempotency: the same key returns the same response, whatever it was; with other parameters an error. */
  function once(request: IncomingMessage, call: string, body: string): Reply {
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof key !== 'string') return perform(request, call, body);
    const name = `${request.headers.authorization} ${key}`;
    const earlier = kept.get(name);
    if (earlier && earlier.asked !== `${call} ${body}`) {
      return refused(
        new Refusal(400, {
          type: 'idempotency_error',
          message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        }),
      );
    }
    if (earlier?.result) return earlier.result;
    const result = perform(request, call, body);
    kept.set(name, { asked: `${call} ${body}`, result: structuredClone(result) });
    return result;
  }

  function perform(request: IncomingMessage, call: string, body: string): Reply {
    try {
      const form = isMultipart(request) ? {} : readForm(body);
      const key = (request.headers.authorization ?? '').replace('Bearer ', '') || text(form, 'key') || '';
      const [, name = ''] = /^[ps]k_test_(gym.+)/.exec(key) ?? [];
      if (opensAnyAccount && name) open(name);
      const books = [...accounts.values()].find(
        ({ secretKey, publishableKey }) => key === secretKey || key === publishableKey,
      );
      if (!books)
        throw new Refusal(401, {
          type: 'invalid_request_error',
          message: `Invalid API Key provided: ${key.slice(0, 8)}****`,
        });
      return {
        status: 200,
        body: structuredClone(route(books, call, { form, body }, key === books.publishableKey, getQuery(request))),
      };
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      throw error;
    }
  }

  function open(name: string) {
    const opened = accounts.get(name) ?? account(name);
    accounts.set(name, opened);
    return opened;
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    /** Milliseconds before each response. */
    slow: (ms: number) => void (state.latencyMs = ms),
    /** An account with keys of this name. */
    open,
    /** The next `times` calls that match fail this way. */
    fail: (on: RegExp, how: Failure, times = 1) => void failures.push({ on, how, times }),
    /** The next call that matches is answered when it is released. */
    hold: (on: RegExp) => {
      let [reach, release] = [() => {}, () => {}];
      const reached = new Promise<void>((resolve) => (reach = resolve));
      const released = new Promise<void>((resolve) => (release = resolve));
      holds.push({ on, untilReleased: () => (reach(), released) });
      return { reached, release };
    },
    heal: () => void failures.splice(0),
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

const isMultipart = ({ headers }: IncomingMessage) => headers['content-type']?.startsWith('multipart/') ?? false;

const getQuery = ({ url = '' }: IncomingMessage) => new URL(url, 'http://stripe.test').searchParams;

function route(
  books: StripeAccount,
  call: string,
  { form, body }: { form: Form; body: string },
  isBrowser: boolean,
  query: URLSearchParams,
): unknown {
  const [, method = '', resource = '', id = '', verb = ''] =
    /^(\w+) \/v1\/(\w+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(call) ?? [];
  const what = `${method} ${resource}${id && '/:id'}${verb && `/${verb}`}`;
  if (isBrowser) return browserRoute(books, what, id, form);
  switch (what) {
    case 'GET balance':
      return sampleBalance;
    case 'POST customers':
      return books.createCustomer({
        name: text(form, 'name'),
        email: text(form, 'email'),
        metadata: record(form, 'metadata'),
      });
    case 'DELETE customers/:id':
      return books.deleteCustomer(id);
    case 'GET customers/:id':
      return books.customerOf(id);
    case 'GET customers/:id/payment_methods':
      return {
        object: 'list',
        url: `/v1/customers/${id}/payment_methods`,
        has_more: false,
        data: books.cardsOf(id).map((card) => ({ id: card, object: 'payment_method', type: 'card' })),
      };
    case 'GET payment_methods/:id':
      return books.paymentMethod(id);
    case 'POST payment_methods/:id/detach':
      return books.detach(id);
    case 'POST payment_intents':
      return books.createIntent({
        amount: Number(text(form, 'amount')),
        currency: text(form, 'currency') ?? '',
        customer: text(form, 'customer'),
        description: text(form, 'description'),
        setup_future_usage: text(form, 'setup_future_usage') as 'off_session' | undefined,
        metadata: record(form, 'metadata'),
      });
    case 'GET payment_intents/:id':
      return books.intentOf(id);
    case 'POST payment_intents/:id':
      return books.updateIntent(id, { setup_future_usage: text(form, 'setup_future_usage') as 'off_session' | '' });
    case 'POST payment_intents/:id/confirm':
      return books.confirmIntent(id, {
        payment_method: text(form, 'payment_method'),
        off_session: text(form, 'off_session') === 'true',
      });
    case 'POST payment_intents/:id/cancel':
      return books.cancelIntent(id);
    case 'POST setup_intents':
      return books.setups.create({
        customer: text(form, 'customer'),
        usage: text(form, 'usage') as 'off_session' | undefined,
        metadata: record(form, 'metadata'),
      });
    case 'GET setup_intents':
      return page(books.setups.since(getNumber(query, 'created[gte]') ?? 0, query.has('expand[0]')), query);
    case 'GET setup_intents/:id':
      return books.setups.read(id, query.get('expand[0]') === 'payment_method');
    case 'POST refunds':
      return books.refund(
        text(form, 'payment_intent') ?? '',
        text(form, 'amount') ? Number(text(form, 'amount')) : undefined,
        record(form, 'metadata') as Stripe.Metadata,
      );
    case 'GET refunds':
      return {
        object: 'list',
        url: '/v1/refunds',
        has_more: false,
        data: books.refundsSince(
          Number(query.get('created[gte]') ?? 0),
          query.get('expand[0]') === 'data.charge',
          query.get('payment_intent'),
        ),
      };
    case 'GET balance_transactions':
      return page(
        books.balance.list({
          gte: getNumber(query, 'created[gte]'),
          lt: getNumber(query, 'created[lt]'),
          payout: query.get('payout'),
          withSources: query.get('expand[0]') === 'data.source',
        }),
        query,
      );
    case 'POST disputes/:id':
      return books.balance.answerDispute(
        id,
        record(form, 'evidence'),
        text(form, 'submit') === 'true',
        record(form, 'metadata') as Stripe.Metadata,
      );
    case 'GET disputes/:id':
      return books.balance.disputeWithId(id);
    case 'POST files':
      return books.keepFile(body);
    case 'GET disputes':
      return page(books.balance.disputesSince(getNumber(query, 'created[gte]') ?? 0), query);
    case 'GET webhook_endpoints/:id': {
      const { secret: _told, ...endpoint } = books.updateEndpoint(id, {} as never);
      return endpoint;
    }
    case 'POST webhook_endpoints/:id': {
      const { secret: _told, ...endpoint } = books.updateEndpoint(id, {
        enabled_events: Object.values(record(form, 'enabled_events')),
      });
      return endpoint;
    }
    case 'GET webhook_endpoints':
      return {
        object: 'list',
        url: '/v1/webhook_endpoints',
        has_more: false,
        data: [...books.endpoints.values()].map(({ secret: _told, ...endpoint }) => endpoint),
      };
    case 'POST webhook_endpoints':
      return books.createEndpoint({
        url: text(form, 'url') ?? '',
        enabled_events: Object.values(
          record(form, 'enabled_events'),
        ) as Stripe.WebhookEndpointCreateParams.EnabledEvent[],
        api_version: text(form, 'api_version') as Stripe.WebhookEndpointCreateParams['api_version'],
        description: text(form, 'description'),
      });
    case 'DELETE webhook_endpoints/:id':
      return books.deleteEndpoint(id);
    default:
      throw invalid(`Unrecognized request URL (${call})`, {}, 404);
  }
}

const getNumber = (query: URLSearchParams, name: string) => (query.has(name) ? Number(query.get(name)) : undefined);

/** One page of a list, newest first, after the object that the caller saw last. */
function page(all: readonly { id: string }[], query: URLSearchParams) {
  const after = query.get('starting_after');
  const from = after ? all.findIndex(({ id }) => id === after) + 1 : 0;
  const data = all.slice(from, from + Number(query.get('limit') ?? 10));
  return { object: 'list', url: '/v1/list', has_more: from + data.length < all.length, data };
}

/** What a publishable key may do: read and confirm an intent whose client secret is given. */
function browserRoute(books: StripeAccount, what: string, id: string, form: Form): unknown {
  if (what === 'POST payment_methods')
    throw invalid('Missing required param: card.', { code: 'parameter_missing', param: 'card' });
  if (what.startsWith('POST setup_intents')) return browserSetup(books, what, id, form);
  const intent = books.intents.get(id);
  if (!intent || intent.client_secret !== text(form, 'client_secret')) throw missing('payment_intent', id);
  if (what === 'POST payment_intents/:id/confirm')
    return books.confirmIntent(id, { payment_method: text(form, 'payment_method') });
  if (what === 'POST payment_intents/:id/retrieve') return intent;
  throw notForBrowsers;
}

function browserSetup({ setups }: StripeAccount, what: string, id: string, form: Form): unknown {
  setups.withSecret(id, text(form, 'client_secret'));
  if (what === 'POST setup_intents/:id/confirm') return setups.confirm(id, text(form, 'payment_method') ?? '');
  throw notForBrowsers;
}

const notForBrowsers = new Refusal(401, {
  type: 'invalid_request_error',
  message: 'This API call cannot be made with a publishable API key.',
});

const refused = ({ status, body }: Refusal): Reply => ({ status, body: { error: body } });

const keyInUse = new Refusal(409, {
  type: 'invalid_request_error',
  code: 'idempotency_key_in_use',
  message: 'There is currently another in-progress request using this Idempotent Key.',
});
const refusals: Record<500 | 401 | 402 | 429, Refusal> = {
  500: new Refusal(500, { type: 'api_error', message: 'An unknown error occurred.' }),
  401: new Refusal(401, { type: 'invalid_request_error', message: 'Expired API Key provided: sk_test_****' }),
  402: new Refusal(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }),
  429: new Refusal(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' }),
};
const refusedWith = (status: 500 | 401 | 402 | 429): Reply => refused(refusals[status]);

function respond(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
  });
  response.end(body === null ? undefined : JSON.stringify(body));
}
