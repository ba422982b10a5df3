import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** The reader's own pages are for everyone: they say what the routes are, not what is in them. */
export const docsPath = '/api/docs';

/** The contract as OpenAPI at `/api/openapi.json`, and a page to read it at `/api/docs`. */
export async function openApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: 'Spotter', description: 'The back office for gyms', version: '1' },
      servers: [{ url: '/' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    transform: ({ schema, url, route, ...rest }) => {
      const transformed = jsonSchemaTransform({ schema, url, route, ...rest });
      const access = route.config?.access;
      const documented = { ...transformed.schema, 'x-access': access, ...(access === 'public' && { security: [] }) };
      return { ...transformed, schema: documented };
    },
  });
  await app.register(swaggerUi, { routePrefix: docsPath });
  app.get('/api/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () => app.swagger());
}
