/** Operations without a request in the collection, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  inviteMemberOldPath: 'Removed on 2026-07-01; answers 410 and names inviteMember.',
  getDocsFile: 'A file of the pages, whose name changes with its content.',
  requestDataExtract: 'Writes files in the background, one extract at a time; nobody would fetch them here.',
  getDataExtract: 'Of an extract that was asked for.',
  getDataExtractFile: 'Its links come with an extract that is done.',
  finishSso: 'An identity provider leads a browser there; no other call can succeed.',
  finishOidc: 'The same under its second path.',
};
