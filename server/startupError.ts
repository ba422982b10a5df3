/** Something the operator can put right: its message is printed as one line, without a stack, and the process ends. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
