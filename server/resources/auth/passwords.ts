import argon2 from 'argon2';

/** Argon2id with the library's defaults (64 MiB, three passes). */
export const hashPassword = (password: string): Promise<string> => argon2.hash(password, { type: argon2.argon2id });

let decoy: Promise<string> | undefined;

/** Whether the password fits. Without a hash it takes as long, so that time does not tell who has an account. */
export async function fits(hash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const matches = await argon2.verify(hash ?? (await decoy), password);
  return matches && Boolean(hash);
}
