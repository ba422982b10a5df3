import { STATUS_CODES } from 'node:http';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { errorResponse, forbiddenResponse } from '#domain/shared/contract.ts';
import { idempotencyKeyMaxLength } from '#domain/shared/limits.ts';
import { capitalize } from '#domain/shared/capitalize.ts';
import type { RouteAccess } from './accessScope.ts';
import { scopeOfRoute } from './apiKeys.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** Described and not validated: the route reads the parts itself. */
    form?: z.ZodType;
  }
  interface FastifyContextConfig {
    /**
     * A route reads its `Idempotency-Key` header itself (`own`), also refuses a call without one, or has `idempotentPosts` read it, in its
     * transaction or, where the work may be repeated, without one.
     */
    idempotencyKey?: 'own' | 'required' | 'optional' | 'repeatable';
  }
}

/** The documentation pages are public: they describe the routes and hold no data. */
export const docsPath = '/api/docs';

/** `describe` adds to the whole document what the schemas do not say. */
export async function openApi(app: FastifyInstance, describeDocument: (document: unknown) => void): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Spotter',
        description:
          'The back office for gyms. A program sends an API key as a bearer token; a person signs in with `POST /api/auth/login` and ' +
          'sends the token in the same way. Every error has the shape of `Problem`. `x-access` names the permission that a route asks ' +
          'for, `x-scope` the scope that opens it to an API key: `any` is every key, and without one it is closed to keys; and `x-devices` ' +
          'the kinds of device that may call it with their token.',
        version: '1',
        license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
      },
      servers: [{ url: '/', description: 'This server' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of a session' },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'spot_live_…',
            description: 'An API key. At most 10 requests a second, with bursts of 50.',
          },
          publishableKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'spot_pub_…',
            description: 'A key that a website shows to everybody. It signs people up and does nothing else.',
          },
          device: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'spd_…',
            description: 'The token of a kiosk or a door controller',
          },
          stripeSignature: { type: 'apiKey', in: 'header', name: 'Stripe-Signature' },
        },
      },
      security: [{ bearer: [] }],
    },
    transform: ({ schema, route, ...rest }) => {
      const { form, ...described } = schema ?? {};
      const { schema: transformed, url } = toJsonSchema({
        ...rest,
        schema: {
          ...described,
          ...(form && { body: form }),
          ...(!schema?.hide && { response: documentResponses(route) }),
        },
        route,
      });
      const { access, devices, idempotencyKey } = route.config ?? {};
      const scope = scopeOfRoute(route.config ?? {});
      return {
        url: url.replace('*', `:${wildcard}`),
        schema: {
          ...transformed,
          summary: schema?.summary ?? sentence(schema?.operationId ?? ''),
          ...(form && { consumes: ['multipart/form-data'] }),
          ...(url.endsWith('*') && { params: { type: 'object', properties: { [wildcard]: { type: 'string' } } } }),
          ...(idempotencyKey && { headers: idempotencyHeader(idempotencyKey) }),
          ...(access === 'public' && { security: schema?.security ?? [] }),
          ...(scope && {
            security: [{ bearer: [] }, { apiKey: [] }],
            description: [schema?.description, scopeText(scope)].filter(Boolean).join(' '),
            'x-scope': scope,
          }),
          ...(access === 'publishable-key' && { security: [{ publishableKey: [] }] }),
          ...(devices && { security: deviceSecurity(access, scope), 'x-devices': devices }),
          'x-access': access,
        },
      };
    },
    transformObject: (document) => {
      const complete = structuredClone(withoutUnusedSchemas(toComponents(document)));
      describeDocument(complete);
      return complete;
    },
  });
  await app.register(swaggerUi, {
    routePrefix: docsPath,
    uiConfig: { filter: true, docExpansion: 'none', operationsSorter: 'alpha' },
  });
  app.get('/api/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () => app.swagger());
}

const deviceSecurity = (access: RouteAccess | undefined, scope: string | undefined): Record<string, string[]>[] => [
  ...(access === 'device' ? [] : [{ bearer: [] }]),
  ...(scope ? [{ apiKey: [] }] : []),
  { device: [] },
];

const scopeText = (scope: string) =>
  scope === 'any' ? 'Open to every API key.' : `An API key needs the scope \`${scope}\`.`;

const wildcard = 'key';

const zodToJsonConfig = {
  override: ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    if (jsonSchema.format) delete jsonSchema.pattern;
    // With an encoding, generators take a file for text.
    if (jsonSchema.format === 'binary') delete jsonSchema.contentEncoding;
    // A field with a default may be left out, which `z.preprocess` hides.
    if (jsonSchema.required)
      jsonSchema.required = jsonSchema.required.filter((name) => !hasDefault(jsonSchema.properties?.[name]));
  },
};
const hasDefault = (schema: unknown) => typeof schema === 'object' && schema !== null && 'default' in schema;

const toJsonSchema = createJsonSchemaTransform({ zodToJsonConfig });
const toComponents = createJsonSchemaTransformObject({ zodToJsonConfig });

/** Adds the errors that routes of the kind have. A route names what it has beyond them. */
function documentResponses({ schema = {}, config, url, method }: RouteOptions) {
  const takesInput = schema.body ?? schema.querystring ?? schema.form;
  const isPublic = config?.access === 'public';
  const errors = [
    ...(takesInput ? [400] : []),
    ...(isPublic ? [] : [401, 403]),
    ...(/[:*]/.test(url) || (takesInput && !isPublic) ? [404] : []),
    ...(method === 'GET' || isPublic ? [] : [409]),
    ...(config?.idempotencyKey ? [422] : []),
    429,
    // Generators know it, while some write ranges such as `4XX` as numbers.
    'default',
  ];
  const responses = {
    ...Object.fromEntries(errors.map((status) => [status, status === 403 ? forbiddenResponse : errorResponse])),
    ...(schema.response as object),
  };
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      isDescribed(response) ? response : describe(status, response),
    ]),
  );
}

const descriptions: Record<string, string> = {
  429: 'Too many requests. `Retry-After` says how many seconds to wait.',
  503: 'The database, the file store or Stripe does not answer. `Retry-After` says how many seconds to wait.',
  default: 'Any other refusal, or a failure of the server. A 503 has `Retry-After` too.',
};

const isDescribed = (response: object) => 'content' in response;
const describe = (status: string, schema: unknown) => ({
  description: descriptions[status] ?? STATUS_CODES[status],
  content: { 'application/json': { schema } },
});

const idempotencyHeader = (reading: FastifyContextConfig['idempotencyKey']) => ({
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      minLength: 1,
      maxLength: idempotencyKeyMaxLength,
      description:
        reading === 'required'
          ? 'The key of the call to take back.'
          : 'A key of your own for this call, for example a UUID. Send it again with the same body when an answer was lost: ' +
            'the work is done once, and the first answer is repeated for eight days. With another body it is 422. ' +
            'A 429 and a 5xx leave the key free.',
    },
  },
  required: reading === 'required' ? ['Idempotency-Key'] : [],
});

/** `listSalesItems` is "List sales items". */
function sentence(operationId: string): string {
  return capitalize(operationId.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}

type Document = ReturnType<typeof toComponents>;

/** The library lists every named schema twice, as input and as output. */
function withoutUnusedSchemas(document: Document): Document {
  const { paths, components } = document as { paths: object; components: { schemas: Record<string, object> } };
  const { schemas } = components;
  const used = new Set<string>();
  const visit = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name]);
    }
  };
  visit(paths);
  const usedSchemas = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
  return { ...document, components: { ...components, schemas: usedSchemas } };
}
