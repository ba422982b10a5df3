import { createHmac } from 'node:crypto';
import type { AppContext } from '#server/platform/context.ts';

type LinkConfig = Pick<AppContext['config'], 'appSecret' | 'publicUrl'>;

/** Derived from the request's random id, so that neither a row nor a waiting email contains it. */
export const signatureRequestToken = ({ appSecret }: LinkConfig, requestId: string): string =>
  createHmac('sha256', appSecret)
    .update(`signature request ${requestId}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url');

export const signatureRequestUrl = (config: LinkConfig, requestId: string): string =>
  `${config.publicUrl}/sign?token=${signatureRequestToken(config, requestId)}`;
