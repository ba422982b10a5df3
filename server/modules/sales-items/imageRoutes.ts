import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/shared/contract.ts';
import { salesItemImageFields, salesItemResponse } from '#domain/sales-items/contract.ts';
import { imageTooLarge } from '#domain/shared/uploads.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import { deleteLater } from '#server/platform/files/deletedFiles.ts';
import { imageColumns, listImageKeys, receiveImage, type NewImage } from '#server/platform/files/images.ts';
import { asUpload } from '#server/platform/files/readUpload.ts';
import { uploadOnce } from '#server/platform/http/idempotentPosts.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { salesItemsRepo } from './repo.ts';
import { toSalesItem } from './rows.ts';
import { requireSalesItem } from './service.ts';

const tags = ['sales-items'];
const writing = { access: 'sales-items:write' } as const;

export const salesItemImageRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, files, clock, signUrl: urlOf } = context;

    const replaced = (scope: AccessScope, id: string, image: NewImage | null) =>
      database.scoped(scope.companies, async (tx) => {
        const before = requireAccess(scope, await salesItemsRepo(tx).forUpdate(id), 'Sales item');
        await salesItemsRepo(tx).setImage(id, {
          ...imageColumns(image?.keys),
          image_file_name: image?.fileName ?? null,
        });
        await deleteLater(tx, before.company_id, listImageKeys(before), clock());
        await logActivity(tx, scope.actor, {
          companyId: before.company_id,
          action: image ? 'sales-item.image-changed' : 'sales-item.image-removed',
          recordId: id,
          label: before.name,
          locationId: before.location_id,
          changes: changesBetween({ image: before.image_file_name }, { image: image?.fileName }),
        });
        return toSalesItem(await requireSalesItem(tx, scope, id), scope, urlOf);
      });

    app.post(
      '/sales-items/:id/image',
      {
        config: { ...writing, idempotencyKey: 'own', upload: { field: 'image', tooLarge: imageTooLarge } },
        preHandler: asUpload,
        schema: {
          tags,
          operationId: 'uploadSalesItemImage',
          form: salesItemImageFields,
          params: idParams,
          response: { 200: salesItemResponse },
        },
      },
      (request, reply) => {
        const { scope, params } = request;
        return uploadOnce(
          context,
          { request, reply },
          {
            async receive() {
              const { company_id } = await database.scoped(scope.companies, (tx) =>
                requireSalesItem(tx, scope, params.id),
              );
              return receiveImage(request, files, company_id);
            },
            keys: ({ keys }) => Object.values(keys),
            write: async (image) => ({
              salesItem: await replaced(scope, params.id, image),
              message: 'Picture saved',
            }),
          },
        );
      },
    );

    app.delete(
      '/sales-items/:id/image',
      {
        config: writing,
        schema: { tags, operationId: 'deleteSalesItemImage', params: idParams, response: { 200: salesItemResponse } },
      },
      async ({ scope, params }) => ({ salesItem: await replaced(scope, params.id, null), message: 'Picture removed' }),
    );
  };
