import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  contactNoteBody,
  contactNoteParams,
  contactNoteResponse,
  contactNotesResponse,
} from '#domain/contacts/notesContract.ts';
import { idParams, messageResponse } from '#domain/shared/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { addNote, deleteNote, listNotes } from './notes.ts';

const tags = ['contacts'];

export const contactNoteRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/contacts/:id/notes',
      {
        config: { access: 'contacts:read' },
        schema: { tags, operationId: 'listContactNotes', params: idParams, response: { 200: contactNotesResponse } },
      },
      async ({ scope, params }) => ({
        notes: await database.readOnly(scope.companies, (tx) => listNotes(tx, scope, params.id)),
      }),
    );

    app.post(
      '/contacts/:id/notes',
      {
        config: { access: 'contacts:write' },
        schema: {
          tags,
          operationId: 'addContactNote',
          params: idParams,
          body: contactNoteBody,
          response: { 201: contactNoteResponse },
        },
      },
      async ({ scope, params, body }, reply) => {
        const note = await database.scoped(scope.companies, (tx) => addNote(tx, scope, params.id, body, clock()));
        reply.code(201);
        return { message: 'Note added', note };
      },
    );

    app.delete(
      '/contacts/:id/notes/:noteId',
      {
        config: { access: 'contacts:write' },
        schema: {
          tags,
          operationId: 'deleteContactNote',
          params: contactNoteParams,
          response: { 200: messageResponse },
        },
      },
      async ({ scope, params }) => {
        await database.scoped(scope.companies, (tx) => deleteNote(tx, scope, params));
        return { message: 'Note deleted' };
      },
    );
  };
