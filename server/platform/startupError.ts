/** An error that the operator can fix. Printed as one line without a stack trace; the process exits. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
