/** A key for one attempt of the user's (Idempotency-Key). Works without https too, where `randomUUID` does not exist. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
