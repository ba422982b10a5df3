import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  cardLinkParams,
  cardPage,
  cardSavedByLink,
  cardSetup,
  endedCardLink,
  saveCardBody,
} from '#domain/saved-cards/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { rateLimits, addressBlock } from '#server/platform/http/rateLimits.ts';
import { cardHolder } from './cardHolder.ts';

const tags = ['payment-links'];
const config = { access: 'public' } as const;

/** In 15 minutes: invalid links from one address, cards of one contact, questions to Stripe whether one is confirmed. */
const most = { wrong: 50, tries: 30, saves: 60 };

export const cardLinkRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { clock } = context;
    const attempts = rateLimits(context.database);

    /** Links that do not exist are counted by the caller's address. */
    const asHolder = async <T>(
      { ip, id, params }: FastifyRequest<{ Params: { token: string } }>,
      work: (holder: ReturnType<typeof cardHolder>) => Promise<T>,
    ) => {
      try {
        return await work(cardHolder(context, params.token, id));
      } catch (error) {
        if (error instanceof Problem && error.status === 404)
          await attempts.takeOrRefuse(
            [{ subject: `card ${addressBlock(ip)}`, most: most.wrong }],
            clock(),
            'Too many wrong links. Please try again later.',
          );
        throw error;
      }
    };

    app.get(
      '/card-links/:token',
      {
        config,
        schema: {
          tags,
          operationId: 'getCardLink',
          params: cardLinkParams,
          response: { 200: cardPage, 410: endedCardLink },
        },
      },
      (request) => asHolder(request, (holder) => holder.show()),
    );

    app.post(
      '/card-links/:token/card-setups',
      {
        config,
        schema: {
          tags,
          operationId: 'startCardSetupByLink',
          params: cardLinkParams,
          response: { 201: cardSetup, 410: endedCardLink },
        },
      },
      (request, reply) =>
        asHolder(request, async (holder) => {
          const contactId = await holder.contactId();
          // Each try may be another stolen card.
          await attempts.takeOrRefuse([{ subject: `card ${contactId}`, most: most.tries }], clock(), tooManyCards);
          reply.code(201);
          return holder.start();
        }),
    );

    app.post(
      '/card-links/:token/card',
      {
        config,
        schema: {
          tags,
          operationId: 'saveCardByLink',
          params: cardLinkParams,
          body: saveCardBody,
          response: { 200: cardSavedByLink },
        },
      },
      (request) =>
        asHolder(request, async (holder) => {
          const contactId = await holder.contactId();
          await attempts.takeOrRefuse(
            [{ subject: `card saved ${contactId}`, most: most.saves }],
            clock(),
            tooManyCards,
          );
          return holder.save(request.body.setupIntentId);
        }),
    );
  };

const tooManyCards = 'Too many tries to save a card. Please try again later.';
