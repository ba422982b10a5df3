import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { idParams } from '#domain/shared/contract.ts';
import { salesItemImageFields, salesItemResponse } from '#domain/sales-items/contract.ts';
import { imageTooLarge, notAnImage } from '#domain/shared/uploads.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import { deleteLater } from '#server/platform/files/deletedFiles.ts';
import { imageName, storeImage, type ImageKeys } from '#server/platform/files/images.ts';
import { asUpload, readUpload } from '#server/platform/files/readUpload.ts';
import { badRequest, raise } from '#server/platform/http/problem.ts';
import { parseBody } from '#server/platform/http/validation.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { salesItemsRepo } from './repo.ts';
import { listImageKeys, toSalesItem } from './rows.ts';
import { oneSalesItem } from './service.ts';

const tags = ['sales-items'];
const writing = { access: 'sales-items:write' } as const;

/** The picture of a sales item, which the till shows on its tile. */
export const salesItemImageRoutes =
  ({ database, files, clock, signUrl: urlOf }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    /** Sets the picture. The previous files are deleted later. */
    const replaced = (scope: AccessScope, id: string, image: { keys: ImageKeys; fileName: string } | null) =>
      database.scoped(scope.companies, async (tx) => {
        const before = requireAccess(scope, await salesItemsRepo(tx).forUpdate(id), 'Sales item');
        await salesItemsRepo(tx).setImage(id, {
          image_original_key: image?.keys.original ?? null,
          image_preview_key: image?.keys.preview ?? null,
          image_thumbnail_key: image?.keys.thumbnail ?? null,
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
        return toSalesItem(await oneSalesItem(tx, scope, id), urlOf);
      });

    app.post(
      '/sales-items/:id/image',
      {
        config: { ...writing, upload: { field: 'image', tooLarge: imageTooLarge } },
        preHandler: asUpload,
        schema: {
          tags,
          operationId: 'uploadSalesItemImage',
          form: salesItemImageFields,
          params: idParams,
          response: { 200: salesItemResponse },
        },
      },
      async (request) => {
        const { scope, params } = request;
        const { company_id } = await database.scoped(scope.companies, (tx) => oneSalesItem(tx, scope, params.id));
        const { file, fields } = await readUpload(request);
        parseBody(z.object({}), fields);
        const { bytes, name } = file ?? raise(badRequest(notAnImage, { image: notAnImage }));
        const keys = await storeImage(files, company_id, bytes);
        return {
          salesItem: await replaced(scope, params.id, { keys, fileName: imageName(name, bytes) }),
          message: 'Picture saved',
        };
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
