import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams, messageResponse } from '#domain/shared/contract.ts';
import { companyResponse, companyCreateBody, companyList, companyUpdateBody } from '#domain/companies/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { notFound, raise } from '#server/platform/http/problem.ts';
import { companyRepo, toCompany } from './repo.ts';
import { addCompany, changeCompany, deleteCompany } from './service.ts';

const tags = ['company'];

export const companyRoutes =
  ({ database }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/companies',
      {
        config: { access: 'signed-in', keyScope: 'companies:read' },
        schema: { tags, operationId: 'listCompanies', response: { 200: companyList } },
      },
      async ({ scope }) => {
        const rows = await database.scoped(scope.companies, (tx) => companyRepo(tx).all());
        const byId = new Map(rows.map((row) => [row.id, row]));
        return {
          companies: scope.user.companies.flatMap(({ id, role }) => {
            const row = byId.get(id);
            return row ? [{ company: toCompany(row), role }] : [];
          }),
        };
      },
    );

    app.get(
      '/companies/:id',
      {
        config: { access: 'companies:read' },
        schema: { tags, operationId: 'getCompany', params: idParams, response: { 200: companyResponse } },
      },
      async ({ scope, params }) => {
        const id = scope.requireCompany(params.id);
        const row = await database.scoped(scope.companies, (tx) => companyRepo(tx).one(id));
        return { company: toCompany(row ?? raise(notFound('Company'))) };
      },
    );

    app.post(
      '/companies',
      {
        config: { access: 'companies:write' },
        schema: { tags, operationId: 'createCompany', body: companyCreateBody, response: { 201: companyResponse } },
      },
      async ({ scope, body }, reply) => {
        const row = await addCompany(database, scope, body);
        reply.code(201);
        return { company: toCompany(row), message: 'Company created' };
      },
    );

    app.put(
      '/companies/:id',
      {
        config: { access: 'companies:write' },
        schema: {
          tags,
          operationId: 'updateCompany',
          params: idParams,
          body: companyUpdateBody,
          response: { 200: companyResponse },
        },
      },
      async ({ scope, params, body }) => {
        const row = await database.scoped(scope.companies, (tx) => changeCompany(tx, scope, params.id, body));
        return { company: toCompany(row), message: 'Company updated' };
      },
    );

    app.delete(
      '/companies/:id',
      {
        config: { access: 'companies:write' },
        schema: { tags, operationId: 'deleteCompany', params: idParams, response: { 200: messageResponse } },
      },
      async ({ scope, params }) => {
        await database.scoped(scope.companies, (tx) => deleteCompany(tx, scope, params.id));
        return { message: 'Company deleted' };
      },
    );
  };
