import { createHmac } from 'node:crypto';
import type { AppContext } from '#server/platform/context.ts';

export type LinkConfig = Pick<AppContext['config'], 'appSecret' | 'publicUrl'>;

/**
 * Derived from the link's random id: a repeated call returns the same link, and neither a stored response nor a waiting email
 * contains it.
 */
export const paymentLinkToken = ({ appSecret }: LinkConfig, linkId: string): string =>
  createHmac('sha256', appSecret).update(`payment link ${linkId}`).digest().subarray(0, 16).toString('base64url');

export const paymentLinkUrl = (config: LinkConfig, linkId: string): string =>
  `${config.publicUrl}/pay?token=${paymentLinkToken(config, linkId)}`;
