import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  accessBody,
  cancellationBody,
  cancellationPreviewResponse,
  cancellationQuery,
  contactMembershipParams,
  contactMembershipResponse,
  freezeBody,
  freezeParams,
  freezeUpdateBody,
  planChangeBody,
  planChangePreviewResponse,
  planChangeQuery,
  renewalBody,
} from '#domain/contact-memberships/actionsContract.ts';
import type { ActionOf } from '#domain/activity/sentences.ts';
import { errorResponse, saleConflict } from '#domain/shared/contract.ts';
import { todayIn } from '#domain/shared/dates.ts';
import type { AppContext } from '#server/platform/context.ts';
import { readIdempotencyKey, once } from '#server/platform/http/idempotency.ts';
import { cancelMembership, previewCancellation, undoCancellation } from './cancel.ts';
import {
  findMembership,
  runChange,
  type ChangeOutcome,
  type MembershipChange,
  type MembershipPath,
} from './membershipChange.ts';
import { addFreeze, changeFreezeEnd, removeFreeze } from './freeze.ts';
import { changePlanNow, previewPlanNow } from './plan-change/changePlanNow.ts';
import { changePlan, previewPlanChange, undoPlanChange } from './plan-change/changePlan.ts';
import { setRenewal } from './renewals/setRenewal.ts';
import { setAccess } from './setAccess.ts';
import { billNow, letEnd } from './renewals/unbilled.ts';

const tags = ['contacts'];
const response = { 200: contactMembershipResponse, 409: saleConflict };
const mayChange = { access: 'contact-memberships:change', idempotencyKey: 'optional' } as const;
const mayManage = { access: 'contact-memberships:manage', idempotencyKey: 'optional' } as const;
const own = { idempotencyKey: 'own' } as const;

export const contactMembershipActionRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, clock } = context;
    const run = (
      { scope, params: member }: FastifyRequest<{ Params: MembershipPath }>,
      action: ActionOf<'contact-membership'>,
      work: (change: MembershipChange) => Promise<ChangeOutcome>,
    ) => database.scoped(scope.companies, (tx) => runChange({ tx, scope, path: member, now: clock() }, action, work));
    /** Used by the actions that may ask Stripe. */
    const withKey = async (request: FastifyRequest<{ Params: MembershipPath }>) => {
      const { scope, params: member } = request;
      const { company_id: companyId } = await database.readOnly(scope.companies, (tx) =>
        findMembership(tx, scope, member, clock()),
      );
      return { scope, path: member, companyId, key: readIdempotencyKey(request, companyId) };
    };
    const preview = <T>(
      { scope, params }: FastifyRequest<{ Params: MembershipPath }>,
      work: (subject: Omit<MembershipChange, 'now'>) => Promise<T>,
    ) =>
      database.readOnly(scope.companies, async (tx) => {
        const now = clock();
        const membership = await findMembership(tx, scope, params, now);
        return { preview: await work({ tx, scope, membership, today: todayIn(membership.timezone, now) }) };
      });
    const path = '/contacts/:id/memberships/:contactMembershipId';
    const params = contactMembershipParams;

    app.get(
      `${path}/cancellation`,
      {
        config: { access: 'contact-memberships:change' },
        schema: {
          tags,
          operationId: 'previewCancellation',
          params,
          querystring: cancellationQuery,
          response: { 200: cancellationPreviewResponse, 409: errorResponse },
        },
      },
      (request) => preview(request, (subject) => previewCancellation(subject, request.query)),
    );
    app.post(
      `${path}/cancellation`,
      {
        config: mayChange,
        schema: { tags, operationId: 'cancelContactMembership', params, body: cancellationBody, response },
      },
      (request) => run(request, 'contact-membership.canceled', (change) => cancelMembership(change, request.body)),
    );
    app.delete(
      `${path}/cancellation`,
      { config: mayChange, schema: { tags, operationId: 'undoCancellation', params, response } },
      (request) => run(request, 'contact-membership.cancellation-undone', undoCancellation),
    );

    app.post(
      `${path}/freezes`,
      {
        config: mayChange,
        schema: { tags, operationId: 'freezeContactMembership', params, body: freezeBody, response },
      },
      (request) => run(request, 'contact-membership.frozen', (change) => addFreeze(change, request.body)),
    );
    app.put(
      `${path}/freezes/:freezeId`,
      {
        config: mayChange,
        schema: { tags, operationId: 'changeFreeze', params: freezeParams, body: freezeUpdateBody, response },
      },
      (request) =>
        run(request, 'contact-membership.freeze-changed', (change) =>
          changeFreezeEnd(change, request.params.freezeId, request.body),
        ),
    );
    app.delete(
      `${path}/freezes/:freezeId`,
      { config: mayChange, schema: { tags, operationId: 'removeFreeze', params: freezeParams, response } },
      (request) =>
        run(request, 'contact-membership.freeze-removed', (change) => removeFreeze(change, request.params.freezeId)),
    );

    app.get(
      `${path}/plan-change`,
      {
        config: { access: 'contact-memberships:manage' },
        schema: {
          tags,
          operationId: 'previewPlanChange',
          params,
          querystring: planChangeQuery,
          response: { 200: planChangePreviewResponse, 409: errorResponse },
        },
      },
      (request) =>
        preview(request, (subject) =>
          (request.query.when === 'now' ? previewPlanNow : previewPlanChange)(subject, request.query),
        ),
    );
    app.post(
      `${path}/plan-change`,
      {
        config: { ...mayManage, ...own },
        schema: { tags, operationId: 'changePlan', params, body: planChangeBody, response },
      },
      async (request) => {
        const { body } = request;
        const subject = await withKey(request);
        if (body.when === 'now') return changePlanNow(context, subject, body);
        return once(database, subject.scope.companies, subject.key, (tx) =>
          runChange({ ...subject, tx, now: clock() }, 'contact-membership.plan-change-planned', (change) =>
            changePlan(change, body),
          ),
        );
      },
    );
    app.delete(
      `${path}/plan-change`,
      { config: mayManage, schema: { tags, operationId: 'undoPlanChange', params, response } },
      (request) => run(request, 'contact-membership.plan-change-undone', undoPlanChange),
    );

    app.post(
      `${path}/bill-now`,
      { config: { ...mayChange, ...own }, schema: { tags, operationId: 'billContactMembership', params, response } },
      async (request) => billNow(context, await withKey(request)),
    );
    app.post(
      `${path}/let-end`,
      { config: mayChange, schema: { tags, operationId: 'letContactMembershipEnd', params, response } },
      (request) => run(request, 'contact-membership.ended', letEnd),
    );

    app.put(
      `${path}/renewal`,
      { config: mayChange, schema: { tags, operationId: 'setRenewal', params, body: renewalBody, response } },
      (request) => run(request, 'contact-membership.renewal-changed', (change) => setRenewal(change, request.body)),
    );
    app.put(
      `${path}/access`,
      { config: mayManage, schema: { tags, operationId: 'setAccess', params, body: accessBody, response } },
      (request) => run(request, 'contact-membership.access-changed', (change) => setAccess(change, request.body)),
    );
  };
