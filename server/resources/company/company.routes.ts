import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/contract/common.ts';
import { companyAnswer, companyList } from '#domain/contract/company.ts';
import type { Deps } from '#server/deps.ts';
import { notFound, raise } from '#server/http/problem.ts';
import { companyRepo, toCompany } from './company.repo.ts';

const tags = ['company'];

export const companyRoutes = ({ database }: Deps): FastifyPluginAsyncZod => async (app) => {
  app.get(
    '/companies',
    { config: { access: 'signed-in' }, schema: { tags, response: { 200: companyList } } },
    async ({ reach }) => {
      const rows = await database.scoped(reach.companies, (tx) => companyRepo(tx).all());
      const byId = new Map(rows.map((row) => [row.id, row]));
      return {
        companies: reach.person.companies.flatMap(({ id, role }) => {
          const row = byId.get(id);
          return row ? [{ company: toCompany(row), role }] : [];
        }),
      };
    },
  );

  app.get(
    '/companies/:id',
    { config: { access: 'companies:read' }, schema: { tags, params: idParams, response: { 200: companyAnswer } } },
    async ({ reach, params }) => {
      const id = reach.inCompany(params.id);
      const row = await database.scoped(reach.companies, (tx) => companyRepo(tx).one(id));
      return { company: toCompany(row ?? raise(notFound('Company'))) };
    },
  );
};
