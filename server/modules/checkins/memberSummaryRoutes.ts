import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/shared/contract.ts';
import {
  memberSummaryResponse,
  memberSummaryQuery,
  type MemberSummary,
} from '#domain/contacts/memberSummaryContract.ts';
import { addDays, startOfDay, todayIn } from '#domain/shared/dates.ts';
import { findDrift, rhythmDays } from '#domain/contacts/rhythm.ts';
import { membershipStatus, termOn } from '#domain/contact-memberships/membershipStatus.ts';
import { fromCents } from '#domain/shared/money.ts';
import { primaryMembership } from '#domain/contact-memberships/primaryMembership.ts';
import type { AppContext } from '#server/platform/context.ts';
import { notFound } from '#server/platform/http/problem.ts';
import { contactsRepo, toSummaryMembership } from '#server/modules/contacts/index.ts';
import { readCompanySettings } from '#server/modules/settings/index.ts';
import { findUnsignedNames } from '#server/modules/signatures/index.ts';
import { memberSummaryRepo } from './memberSummaryRepo.ts';

export const memberSummaryRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/contacts/:id/standing',
      {
        config: { access: 'checkins:write' },
        schema: {
          tags: ['contacts'],
          operationId: 'getMemberSummary',
          params: idParams,
          querystring: memberSummaryQuery,
          response: { 200: memberSummaryResponse },
        },
      },
      async ({ scope, params, query }) => {
        const location = scope.requireLocation(query.locationId);
        return database.scoped(scope.companies, async (tx) => {
          const contact = await contactsRepo(tx).one(params.id);
          // A visitor's home may be any location of the company, as for a check-in.
          if (!contact || contact.company_id !== location.companyId) throw notFound('Contact');
          const repo = memberSummaryRepo(tx);
          const now = clock();
          const today = todayIn(location.timezone, now);
          const terms = (await repo.memberships(contact.id)).map((membership) => termOn(membership, today));
          const best = primaryMembership(terms, { id: location.id, zone: location.timezone }, now);
          const running = terms.filter((term) => membershipStatus(term, now, location.timezone) !== 'expired');
          const { checkins } = await readCompanySettings(tx, location.companyId);
          const visit = await repo.lastVisit(contact.id);
          const payer = await repo.payer(contact.id);
          const visits =
            best?.status === 'active' &&
            (await repo.visitDays(
              contact.id,
              location.timezone,
              startOfDay(location.timezone, addDays(today, 1 - rhythmDays)),
            ));
          const summary: MemberSummary = {
            membership: best && toSummaryMembership(best, today),
            furtherMemberships: Math.max(running.length - 1, 0),
            lastVisit: visit ? { checkinTime: visit.checkin_time.toISOString(), locationName: visit.name } : null,
            drift: visits ? findDrift(visits, today) : null,
            repeatMinutes: checkins.repeatMinutes,
            warnOwed: checkins.warnOwed,
            paidBy: payer ? { id: payer.id, firstName: payer.first_name, lastName: payer.last_name } : null,
            unsigned: checkins.warnUnsigned ? await findUnsignedNames(tx, contact.id, now) : [],
            due: scope.mayAt(location, 'invoices:read') ? fromCents(await repo.dueCents(contact.id)) : null,
            isDisputed: scope.mayAt(location, 'invoices:read') ? await repo.isDisputed(contact.id) : null,
            notes: scope.mayAt(location, 'contacts:read') ? contact.notes || null : null,
          };
          return { summary };
        });
      },
    );
  };
