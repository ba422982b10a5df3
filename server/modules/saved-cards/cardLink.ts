import { createHash, createHmac } from 'node:crypto';
import type { AppContext } from '#server/platform/context.ts';
import { isSameSecret } from '#server/platform/crypto/appSecret.ts';

type LinkConfig = Pick<AppContext['config'], 'appSecret' | 'publicUrl'>;

interface SignedCardLink {
  readonly companyId: string;
  readonly contactId: string;
  readonly expiresAt: Date;
}

/**
 * A link is signed instead of stored, so that an email can hold one without writing anything. It names the card that it replaces,
 * and so it ends when another card is saved.
 */
export function cardLinkUrl(config: LinkConfig, link: SignedCardLink, savedCardId: string | null): string {
  const text = [link.companyId, link.contactId, Math.floor(link.expiresAt.getTime() / 1_000), tagOfCard(savedCardId)];
  const payload = Buffer.from(text.join(' ')).toString('base64url');
  return `${config.publicUrl}/card?token=${payload}.${sign(config, payload)}`;
}

/** Undefined for a token that was not made here. */
export function readCardLink(
  config: LinkConfig,
  token: string,
): (SignedCardLink & { replaces: (savedCardId: string | null) => boolean }) | undefined {
  const [payload = '', signature = ''] = token.split('.');
  if (!isSameSecret(signature, sign(config, payload))) return undefined;
  const [companyId = '', contactId = '', seconds, tag] = Buffer.from(payload, 'base64url').toString().split(' ');
  return {
    companyId,
    contactId,
    expiresAt: new Date(Number(seconds) * 1_000),
    replaces: (savedCardId) => tagOfCard(savedCardId) === tag,
  };
}

const sign = ({ appSecret }: LinkConfig, payload: string): string =>
  createHmac('sha256', appSecret).update(`card link ${payload}`).digest().subarray(0, 16).toString('base64url');

/** Stripe's id of the card is not for the holder of the link. */
const tagOfCard = (savedCardId: string | null): string =>
  createHash('sha256')
    .update(savedCardId ?? '')
    .digest('base64url')
    .slice(0, 8);
