import { StartupError } from '../../shared/lifecycle/startup-error.ts';
import { DataError } from '../../projectors/extracts/data-error.ts';
import { CommandFailure } from './connection.ts';

/** Has a mistake of whoever asks for facts told in one line. */
export async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof DataError || error instanceof StartupError
      ? new CommandFailure(error.message)
      : error;
  }
}
