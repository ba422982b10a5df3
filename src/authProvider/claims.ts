interface Claims {
  /** The session's id, which stays the same when the token is renewed. */
  jti: string;
  /** In seconds since 1970, like every time in a token. */
  iat: number;
  exp: number;
}

/** The token's claims, unverified; undefined for anything that is not a session token. */
export const readClaims = (token: string | null): Claims | undefined => {
  try {
    const [, payload = ''] = (token ?? '').split('.');
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return claims && typeof claims === 'object' && 'jti' in claims && 'iat' in claims && 'exp' in claims
      ? (claims as Claims)
      : undefined;
  } catch {
    return undefined;
  }
};

export const isSameSession = (one: string | null, other: string | null) => {
  const id = readClaims(one)?.jti;
  return id !== undefined && id === readClaims(other)?.jti;
};
