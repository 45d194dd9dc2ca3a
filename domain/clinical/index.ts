/**
 * The clinical engine. `compileKnowledge` turns parsed knowledge files into a knowledge base, `createEngine` makes
 * the engine over it; reading the files and hashing them is the caller's work (shared/clinical/load-knowledge.ts).
 */
export { compileKnowledge, KnowledgeError } from './compile.ts';
export type { CompiledKnowledge } from './compiled.ts';
export { createEngine } from './engine.ts';
export { lintKnowledge } from './lint.ts';
export type { KnowledgeDocument } from './knowledge-document.ts';
export type { KnowledgeDocuments } from './merge.ts';
export * from './types.ts';
