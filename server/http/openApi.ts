import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

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
      const open = route.config?.access === 'public';
      return { ...transformed, schema: { ...transformed.schema, ...(open && { security: [] }) } };
    },
  });
  await app.register(async (docs) => {
    // The reader's own pages are for everyone: they say what the routes are, not what is in them.
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    await docs.register(swaggerUi, { routePrefix: '/api/docs' });
    docs.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  });
}
