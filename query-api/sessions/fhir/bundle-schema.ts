import { z } from 'zod';
import { instant, text } from '../../../domain/kernel/fields.ts';

/** The media type of FHIR in JSON. */
export const FHIR_JSON = 'application/fhir+json';

/** In which of the two forms something is asked for. */
export const recordFormat = z.enum(['json', 'fhir']).meta({
  id: 'RecordFormat',
  description: 'json: as this service writes it; fhir: a Bundle of HL7 FHIR R4.',
  examples: ['json'],
});

/** As much of FHIR as says what it is: its own definition is that of HL7. */
export const bundleSchema = z
  .looseObject({
    resourceType: z.literal('Bundle').meta({ description: 'The FHIR type.' }),
    type: text('The kind of Bundle.', 'collection'),
    timestamp: instant('When the Bundle was made.'),
    link: z
      .array(
        z
          .looseObject({
            relation: text('What it leads to: `next` for the page behind this one.', 'next'),
            url: text(
              'Where that is.',
              'https://triage.example/v1/patients/CARDIO-2041/disclosures?cursor=c',
            ),
          })
          .meta({ id: 'FhirBundleLink', description: 'A way from the Bundle to another one.' }),
      )
      .optional()
      .meta({ description: 'Ways to other pages, where there are any.' }),
    entry: z
      .array(
        z
          .looseObject({
            fullUrl: text('How other entries refer to it.', 'urn:uuid:0198c0de-0000-7000-8000-000000000030'),
            resource: z
              .looseObject({ resourceType: text('The FHIR type.', 'QuestionnaireResponse') })
              .meta({ id: 'FhirResource', description: 'A resource of HL7 FHIR R4.' })
              .describe('The resource itself.'),
          })
          .meta({ id: 'FhirBundleEntry', description: 'One resource of the Bundle.' }),
      )
      .meta({ description: 'The resources.' }),
  })
  .meta({ id: 'FhirBundle', description: 'A Bundle of HL7 FHIR R4.' });
