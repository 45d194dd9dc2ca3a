import { findConnections, withInstallation, type Installation } from './connection.ts';

/** Runs one command on the installation and prints what it returns as JSON. */
export type Run = (work: (installation: Installation) => Promise<unknown>) => Promise<void>;

export const run: Run = async (work) => {
  const result = await withInstallation(findConnections(process.env), work);
  if (result !== undefined) console.log(JSON.stringify(result, null, 2));
};
