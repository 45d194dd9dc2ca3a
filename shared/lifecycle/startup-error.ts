/**
 * A reason not to start that the operator can mend. The message is one clear line of our own, safe to print:
 * it names settings, files and ports, never a value of a secret.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
