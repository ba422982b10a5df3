import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams, messageResponse } from '#domain/shared/contract.ts';
import { contactImageFields, contactImageResponse } from '#domain/contacts/contract.ts';
import { imageTooLarge } from '#domain/shared/uploads.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { deleteLater } from '#server/platform/files/deletedFiles.ts';
import { imageColumns, listImageKeys, receiveImage, type NewImage } from '#server/platform/files/images.ts';
import { asUpload } from '#server/platform/files/readUpload.ts';
import { uploadOnce } from '#server/platform/http/idempotentPosts.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { requireOwnContact } from '#server/modules/contact-memberships/index.ts';
import { contactsRepo } from './repo.ts';
import { loggedContact } from './rows.ts';

const tags = ['contacts'];

export const contactImageRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, files, clock, signUrl: urlOf } = context;

    const readContact = (scope: AccessScope, id: string) =>
      database.scoped(scope.companies, async (tx) => {
        const row = requireAccess(scope, await contactsRepo(tx).one(id), 'Contact');
        await requireOwnContact(tx, scope, row, 'contacts:write');
        return row;
      });

    const replaceImage = (scope: AccessScope, id: string, image: NewImage | null) =>
      database.scoped(scope.companies, async (tx) => {
        const before = requireAccess(scope, await contactsRepo(tx).forUpdate(id), 'Contact');
        await requireOwnContact(tx, scope, before, 'contacts:write');
        await setImage(tx, id, image, clock());
        await deleteLater(tx, before.company_id, listImageKeys(before), clock());
        await logActivity(tx, scope.actor, {
          companyId: before.company_id,
          action: image ? 'contact.image-changed' : 'contact.image-removed',
          recordId: id,
          label: loggedContact.label(before),
          locationId: before.home_location_id,
          changes: changesBetween({ image: before.image_file_name }, { image: image?.fileName }),
        });
      });

    app.post(
      '/contacts/:id/image',
      {
        config: {
          access: 'contacts:write',
          idempotencyKey: 'own',
          upload: { field: 'image', tooLarge: imageTooLarge },
        },
        preHandler: asUpload,
        schema: {
          tags,
          operationId: 'uploadContactImage',
          form: contactImageFields,
          params: idParams,
          response: { 200: contactImageResponse },
        },
      },
      (request, reply) => {
        const { scope, params } = request;
        return uploadOnce(
          context,
          { request, reply },
          {
            async receive() {
              const { company_id } = await readContact(scope, params.id);
              return receiveImage(request, files, company_id);
            },
            keys: ({ keys }) => Object.values(keys),
            async write(image) {
              await replaceImage(scope, params.id, image);
              const { keys } = image;
              return {
                originalUrl: urlOf(keys.original) ?? '',
                previewUrl: urlOf(keys.preview) ?? '',
                thumbnailUrl: urlOf(keys.thumbnail) ?? '',
              };
            },
          },
        );
      },
    );

    app.delete(
      '/contacts/:id/image',
      {
        config: { access: 'contacts:write' },
        schema: { tags, operationId: 'deleteContactImage', params: idParams, response: { 200: messageResponse } },
      },
      async ({ scope, params }) => {
        await replaceImage(scope, params.id, null);
        return { message: 'Image removed' };
      },
    );
  };

/** `updatedAt` stays, so that an open form does not become stale. */
const setImage = (tx: Tx, id: string, image: NewImage | null, now: Date) =>
  tx
    .updateTable('contacts')
    .set({
      ...imageColumns(image?.keys),
      image_file_name: image?.fileName ?? null,
      image_file_size: image?.fileSize ?? null,
      image_uploaded_at: image && now,
    })
    .where('id', '=', id)
    .execute();
