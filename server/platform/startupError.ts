/** Printed as one line without a stack trace; the process exits. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
