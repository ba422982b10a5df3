import { signedUrls } from '#server/platform/files/signedUrls.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { DocumentUrl } from './rows.ts';

export function documentUrls({ config, clock }: Pick<AppContext, 'config' | 'clock'>): DocumentUrl {
  const urls = signedUrls(config.appSecret);
  return ({ file_key, file_name }) => urls.sign(file_key, clock(), file_name);
}
