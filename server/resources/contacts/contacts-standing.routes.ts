import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/contract/common.ts';
import { contactStandingResponse, contactStandingQuery, type ContactStanding } from '#domain/contract/contacts-standing.ts';
import { may } from '#domain/rules/access.ts';
import { todayIn, type CalendarDate } from '#domain/rules/dates.ts';
import { freezeOn, lastFrozenDay } from '#domain/rules/freezes.ts';
import { termOn } from '#domain/rules/membershipStatus.ts';
import { fromCents } from '#domain/rules/money.ts';
import { primaryMembership, type PrimaryMembership } from '#domain/rules/primaryMembership.ts';
import type { Deps } from '#server/deps.ts';
import { notFound } from '#server/http/problem.ts';
import { contactsRepo } from './contacts.repo.ts';
import { contactStandingRepo, type HeldPlan } from './contacts-standing.repo.ts';

/** An addition to SPEC's calls: whoever may check a contact in sees beforehand how the contact stands there. */
export const contactStandingRoutes = ({ database, clock }: Deps): FastifyPluginAsyncZod => async (app) => {
  app.get(
    '/contacts/:id/standing',
    {
      config: { access: 'checkins:write' },
      schema: {
        tags: ['contacts'],
        operationId: 'getContactStanding',
        params: idParams,
        querystring: contactStandingQuery,
        response: { 200: contactStandingResponse },
      },
    },
    async ({ scope, params, query }) => {
      const location = scope.requireLocation(query.locationId);
      return database.scoped(scope.companies, async (tx) => {
        const contact = await contactsRepo(tx).one(params.id);
        // A visitor's home may be any location of the company; the door asks no more either.
        if (!contact || contact.company_id !== location.companyId) throw notFound('Contact');
        const repo = contactStandingRepo(tx);
        const now = clock();
        const today = todayIn(location.timezone, now);
        const held = (await repo.held(contact.id)).map((plan) => termOn(plan, today));
        const best = primaryMembership(held, { id: location.id, zone: location.timezone }, now);
        const visit = await repo.lastVisit(contact.id);
        const standing: ContactStanding = {
          membership: best && toMembership(best, today),
          lastVisit: visit ? { checkinTime: visit.checkin_time.toISOString(), locationName: visit.name } : null,
          due: may(location.level, 'invoices:read') ? fromCents(await repo.dueCents(contact.id)) : null,
          notes: may(location.level, 'contacts:read') ? contact.notes || null : null,
        };
        return { standing };
      });
    },
  );
};

const toMembership = ({ term: { locationId: _where, freezes, ...term }, status, isValidHere }: PrimaryMembership<HeldPlan>, today: CalendarDate) => {
  const freeze = freezeOn(freezes, today);
  return { ...term, status, isValidHere, frozenUntil: freeze ? lastFrozenDay(freeze) : null };
};
