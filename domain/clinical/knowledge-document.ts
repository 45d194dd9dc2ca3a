/** One parsed file, as the loader hands it over. `name` is the file's name, for messages. */
export type KnowledgeDocument = { name: string; data: unknown };
